/*
 * Makes the tree ready for `npm start`, `npm run demo` and `npm test`: installs what the lockfile names, builds the
 * web, and with --test looks for the programs that the tests drive. Runs on any Node from 20 on, before anything is
 * installed, says nothing when nothing is to be done, and lets one at a time work.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const buildStamp = join(root, ".cache", "web-build");
const programs = {
  chromium: "/usr/bin/chromium",
  "redis-server": "redis-server",
  ffmpeg: "ffmpeg",
  nginx: "/usr/sbin/nginx",
};
/**
 * The browser's build without a window needs two thirds of the time; the tests run on the other one where it is not
 * packaged.
 */
const faster = { "chromium-headless-shell": "/usr/bin/chromium-headless-shell" };
const isForTests = process.argv.includes("--test");
const missing = isForTests ? Object.keys(programs).filter((name) => !isThere(programs[name])) : [];
const isSlower = isForTests && Object.values(faster).some((program) => !isThere(program));

if (Number(process.versions.node.split(".")[0]) < 20) stop("Saha needs Node 20 or newer to install itself.");
if (!isInstalled() || !isBuilt() || missing.length > 0 || (isSlower && canInstall())) {
  const lock = await takeTurn();
  if (!isInstalled()) {
    refuseBesideApplication();
    await install(lock);
  }
  linkNode();
  if (!isBuilt()) await build(lock);
  if (missing.length > 0) await installPrograms(missing, lock);
  if (isSlower && canInstall()) await apt(Object.keys(faster), lock);
}
linkNode();
process.exit(0);

/** Whether node_modules holds what package-lock.json names: npm notes what it has installed when it is done. */
function isInstalled() {
  const wanted = packagesIn("package-lock.json");
  const found = packagesIn(join("node_modules", ".package-lock.json"));
  if (wanted === null || found === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes("node_modules/") || entry.link) return true;
    const there = found[path];
    return there === undefined ? entry.optional || entry.peer : there.integrity === entry.integrity;
  });
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return null;
  }
}

function isBuilt() {
  if (!existsSync(join(root, "web", "dist", "index.html")) || !existsSync(buildStamp)) return false;
  return readFileSync(buildStamp, "utf8") === webSources();
}

/** A hash over everything that the web's build reads. */
function webSources() {
  const hash = createHash("sha256");
  const ignored = [join("web", "dist"), join("web", "src", "text", "compiled")];
  const visit = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = join(path, entry.name);
      if (["node_modules", ".cache"].includes(entry.name) || ignored.includes(relative(root, child))) continue;
      if (entry.isDirectory()) visit(child);
      else
        hash
          .update(`${relative(root, child)}\0`)
          .update(readFileSync(child))
          .update("\0");
    }
  };
  visit(join(root, "web"));
  visit(join(root, "contract", "src"));
  for (const file of ["package-lock.json", "tsconfig.base.json"]) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/**
 * Stops before an installation takes the files away that an application is running from: its PostgreSQL reads some only
 * when it needs them, and the gate was refused for half a minute.
 */
function refuseBesideApplication() {
  const programs = `${join(root, "node_modules")}/`;
  const isOurs = (pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return readlinkSync(`/proc/${pid}/exe`).startsWith(programs) && command.some((part) => /\bmain\.ts$/.test(part));
    } catch {
      // It has ended, or is somebody else's.
      return false;
    }
  };
  const running = existsSync("/proc") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOurs(name)) : [];
  if (running.length === 0) return;
  stop(
    `Saha is running from this folder (process ${running.join(", ")}), and other packages can't be installed under it. Stop it first, or prepare the other version in a folder of its own.`,
  );
}

async function install(lock) {
  say("Installing what Saha needs …");
  const code = await npm(
    ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"],
    lock,
  );
  if (code !== 0) {
    stop(
      "Saha could not install its packages: npm ci failed (see above). The npm registry must be reachable; then run this again.",
    );
  }
}

/**
 * `node_modules/.bin/node` is the Node 24 of this machine. The npm that comes with Node 20 leaves it out: it sees the
 * name taken by the package for the other processor, which it has not installed.
 */
function linkNode() {
  const link = join(root, "node_modules", ".bin", "node");
  if (existsSync(link)) return;
  const target = join("..", `node-linux-${process.arch}`, "bin", "node");
  if (!existsSync(join(dirname(link), target))) {
    stop("Saha brings its own Node 24 for Linux on x64 and arm64 only, and this machine is neither.");
  }
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

async function build(lock) {
  say("Building the web …");
  rmSync(buildStamp, { force: true });
  const sources = webSources();
  if ((await npm(["run", "build", "-w", "web", "--silent"], lock)) !== 0)
    stop("The web could not be built (see above).");
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, sources);
}

async function installPrograms(names, lock) {
  const command = `apt-get install -y --no-install-recommends ${names.join(" ")}`;
  if (!canInstall()) {
    stop(
      `The tests need ${names.join(", ")}. Install with: ${command} (as root; elsewhere by the means of your system).`,
    );
  }
  say(`Installing ${names.join(", ")} for the tests …`);
  await apt(names, lock);
  const still = names.filter((name) => !isThere(programs[name]));
  if (still.length > 0) stop(`The tests need ${still.join(", ")}, which apt-get could not install (see above).`);
}

async function apt(names, lock) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Not killed with us: half an installation of the system's packages is worse than a late one.
  await run("apt-get", ["update", "-qq"], { env, lock, isKilledWithUs: false });
  await run("apt-get", ["install", "-y", "--no-install-recommends", ...names], { env, lock, isKilledWithUs: false });
}

function canInstall() {
  return process.getuid() === 0 && isThere("apt-get");
}

function isThere(program) {
  if (program.includes("/")) return existsSync(program);
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function npm(args, lock) {
  const script = process.env.npm_execpath;
  if (script?.endsWith("npm-cli.js")) return run(process.execPath, [script, ...args], { env: process.env, lock });
  return run("npm", args, { env: process.env, lock });
}

/**
 * Runs a program in a group of its own, which ends with us: at a signal, and when our parent is gone, for a killed npm
 * leaves us behind. It holds the lock too, so that if we are killed the next one waits for what we began.
 */
function run(program, args, { env, lock, isKilledWithUs = true }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, detached: true, stdio: ["ignore", 2, 2, lock] });
    const began = ancestors();
    const end = () => {
      if (isKilledWithUs) killGroup(child.pid);
      process.exit(130);
    };
    const watch = setInterval(() => ancestors() !== began && end(), 100);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, end);
    child.on("error", (error) => stop(`${program} cannot be run: ${error.message}.`));
    child.on("close", (code) => {
      clearInterval(watch);
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeListener(signal, end);
      resolve(code);
    });
  });
}

/** Our parent and its parent: npm starts us through a shell, which stays when npm is killed. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(")")).split(" ")[2]}`;
  } catch {
    return `${process.ppid}`;
  }
}

function killGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/**
 * Waits until nobody else works on this tree. The lock is the name of a socket, which the kernel frees with its last
 * holder, killed or not, so that it can never be stale.
 */
async function takeTurn() {
  const name = `\0saha-prepare-${createHash("sha256").update(root).digest("hex").slice(0, 32)}`;
  for (let isFirst = true; ; isFirst = false) {
    const server = createServer();
    const isMine = await new Promise((resolve) =>
      server.once("error", () => resolve(false)).listen(name, () => resolve(true)),
    );
    if (isMine) return server._handle.fd;
    if (isFirst) say("Waiting for another one that prepares this folder …");
    await new Promise((resolve) =>
      connect(name)
        .on("error", () => {})
        .on("close", resolve)
        .resume(),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

function stop(sentence) {
  say(sentence);
  // Whoever reads the last line of `npm test` finds the count there, whatever it came to.
  if (process.env.npm_lifecycle_event === "test") process.stdout.write("0 passed, 1 failed\n");
  process.exit(1);
}
