/*
 * Whether package-lock.json names every optional package of every package, which `npm ci` demands. A registry that
 * lacks the builds for other systems leaves them out of the lockfile silently: `--fix` writes them in from what their
 * parents say, without an integrity, which only a registry that has them can tell.
 */
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const systems = ["android", "darwin", "freebsd", "openharmony", "win32"];
const processors = ["arm64", "x64", "ia32", "arm", "ppc64", "riscv64", "s390x"];

const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(path, name))
    .map(([name, version]) => ({ name, version })),
);

if (process.argv.includes("--fix")) {
  for (const { name, version } of missing) lock.packages[`node_modules/${name}`] = entryFor(name, version);
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
} else if (missing.length > 0) {
  console.error(
    `package-lock.json lacks ${missing.map(({ name }) => name).join(", ")}: run node scripts/lockfile.mjs --fix`,
  );
  process.exit(1);
}

function isLocked(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0))) {
    if (`${folder === "" ? "" : `${folder}/`}node_modules/${name}` in lock.packages) return true;
    if (folder === "") return false;
  }
}

function entryFor(name, version) {
  const words = name.split(/[/-]/);
  const processor = processors.find((known) => words.some((word) => word === known)) ?? "arm";
  const system = systems.find((known) => words.includes(known)) ?? "linux";
  const isMusl = words.some((word) => word.startsWith("musl"));
  if (!/^\d/.test(version))
    throw new Error(`${name}@${version} is no exact version: its entry must come from npm install.`);
  return {
    version,
    cpu: [processor],
    ...(isMusl ? { libc: ["musl"] } : {}),
    optional: true,
    os: [system],
  };
}
