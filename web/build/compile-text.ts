import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "@inlang/paraglide-js";

const text = new URL("../src/text/", import.meta.url);
const outdir = new URL("compiled/", text);
const cache = new URL("../../.cache/", import.meta.url);
const project = new URL("text.inlang/", cache);

/**
 * Turns the text files of both languages into functions; refuses a result without messages, which Paraglide calls
 * success.
 */
export async function compileText(): Promise<void> {
  await writeSettings();
  await compile({
    project: fileURLToPath(project).replace(/[\\/]$/, ""),
    outdir: fileURLToPath(outdir),
    strategy: ["globalVariable", "baseLocale"],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    disableAsyncLocalStorage: true,
    isServer: "false",
  });
  const index = await readFile(new URL("messages/_index.js", outdir), "utf8");
  if (!index.includes("export")) throw new Error("The text files compiled into no messages");
}

/** Every file of `text/ar` is a part; the plugin is the installed one, never the public network's. */
async function writeSettings(): Promise<void> {
  const fromCache = (url: string | URL) => relative(fileURLToPath(cache), fileURLToPath(url)).replaceAll("\\", "/");
  const files = (await readdir(new URL("ar/", text))).filter((name) => name.endsWith(".json")).sort();
  const settings = {
    baseLocale: "ar",
    locales: ["ar", "en"],
    telemetry: "off",
    modules: [fromCache(import.meta.resolve("@inlang/plugin-message-format"))],
    "plugin.inlang.messageFormat": { pathPattern: files.map((name) => `${fromCache(text)}/{locale}/${name}`) },
  };
  await mkdir(project, { recursive: true });
  await writeFile(new URL("settings.json", project), JSON.stringify(settings, null, 2));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await compileText();
  // Paraglide leaves a timer of half a minute behind.
  process.exit();
}
