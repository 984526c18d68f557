import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startSeeded } from "./seeds.ts";

/*
 * `npm run engines`: the main screens in WebKit and Firefox, as pictures in `gallery/engines`; Debian's packages
 * `webkit2gtk-driver`, `firefox-esr` and `xvfb`, driven by WebDriver and WebDriver BiDi (decision 0064). Nothing is
 * compared: somebody looks at them. `-- firefox` takes one of them. Fails where a screen is blank, breaks, or throws.
 */
const display = ":97";
const folder = new URL("../gallery/engines/", import.meta.url);
const size = { width: 390, height: 844 };
const screens = [
  { name: "login", as: null, path: "/login" },
  { name: "home", as: "noura", path: "/" },
  { name: "free-tickets", as: "noura", path: "/ticket/free" },
  { name: "my-tickets", as: "رامي", path: "/ticket/my-tickets" },
  { name: "booths", as: "noura", path: "/userBooths" },
  { name: "profile", as: "noura", path: "/profile" },
  { name: "scan-home", as: "scan", path: "/" },
] as const;

/** What both engines are asked for. */
type Engine = {
  open(url: string): Promise<void>;
  /** Runs an expression in the page and gives its value. */
  ask(expression: string): Promise<unknown>;
  picture(): Promise<Buffer>;
  close(): Promise<void>;
};

const programs = ["/usr/bin/WebKitWebDriver", "/usr/bin/firefox-esr", "/usr/bin/Xvfb"];
const missing = programs.filter((program) => !existsSync(program));
if (missing.length > 0) {
  process.stderr.write(`${missing.join(", ")} missing: apt-get install webkit2gtk-driver firefox-esr xvfb\n`);
  process.exit(1);
}

await mkdir(folder, { recursive: true });
const server = await startSeeded("demo");
const only = process.argv[2] ?? "";
const screen = spawn("/usr/bin/Xvfb", [display, "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], {
  stdio: "ignore",
});
const failed: string[] = [];
try {
  await sleep(1000);
  for (const [name, start] of [
    ["webkit", startWebKit],
    ["firefox", startFirefox],
  ] as const) {
    if (!name.includes(only)) continue;
    const engine = await start();
    try {
      for (const one of screens)
        await look(name, engine, one).catch((error) => failed.push(`${name} ${one.name}: ${error}`));
    } finally {
      await engine.close();
    }
  }
} finally {
  screen.kill();
  await server.stop();
}
for (const sentence of failed) process.stderr.write(`${sentence}\n`);
process.stdout.write(`pictures are in ${fileURLToPath(folder)}\n`);
process.exit(failed.length > 0 ? 1 : 0);

async function look(
  name: string,
  engine: Engine,
  { name: screenName, as, path }: (typeof screens)[number],
): Promise<void> {
  const signed = as === null ? null : await server.signed(as);
  await engine.open(new URL("/nowhere", server.url).href);
  const kept = {
    language: "ar",
    color_scheme: "light",
    ...(signed && { access_token: signed.access, refresh_token: signed.refresh, user: signed.user }),
  };
  await engine.ask(
    `(localStorage.clear(), Object.entries(${JSON.stringify(kept)}).forEach(([k, v]) => localStorage.setItem(k, v)))`,
  );
  await engine.open(new URL(path, server.url).href);
  for (let tries = 0; tries < 60; tries++) {
    if (await engine.ask("Boolean(document.querySelector('main h1, main h2'))")) break;
    await sleep(250);
  }
  await sleep(1500);
  const said = String(await engine.ask("document.querySelector('main')?.innerText ?? ''"));
  if (said.trim().length < 10) throw new Error("the screen is blank");
  const address = decodeURI(String(await engine.ask("location.pathname")));
  if (address !== path) throw new Error(`led to ${address}`);
  await writeFile(new URL(`${name}-${screenName}.png`, folder), await engine.picture());
}

async function startWebKit(): Promise<Engine> {
  const port = await freePort();
  const driver = spawn("/usr/bin/WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    // Root has no user namespaces to shut a page in here; the pages are our own.
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    },
  });
  await listens(port);
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const capabilities = {
    alwaysMatch: {
      "webkitgtk:browserOptions": {
        binary: "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
        args: ["--automation"],
      },
    },
  };
  const { sessionId } = (await call("POST", "/session", { capabilities })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  await call("POST", `${session}/window/rect`, size);
  return {
    open: async (url) => void (await call("POST", `${session}/url`, { url })),
    ask: (expression) => call("POST", `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    picture: async () => Buffer.from((await call("GET", `${session}/screenshot`)) as string, "base64"),
    close: async () => {
      await call("DELETE", session).catch(() => {});
      driver.kill();
    },
  };
}

async function startFirefox(): Promise<Engine> {
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), "saha-firefox-"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", String(port)];
  const browser = spawn("/usr/bin/firefox-esr", args, { stdio: "ignore", env: { ...process.env, HOME: profile } });
  await listens(port);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("Firefox does not take a WebDriver BiDi session"));
  });
  const waiting = new Map<number, (answer: { result?: unknown; error?: string; message?: string }) => void>();
  let count = 0;
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as { id: number; result?: unknown; error?: string; message?: string };
    waiting.get(answer.id)?.(answer);
  };
  const call = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const id = ++count;
    const answer = new Promise<{ result?: unknown; error?: string; message?: string }>((resolve) =>
      waiting.set(id, resolve),
    );
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answer;
    if (error) throw new Error(`${method}: ${message ?? error}`);
    return result as Record<string, unknown>;
  };
  await call("session.new", { capabilities: {} });
  const { contexts } = (await call("browsingContext.getTree", {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  await call("browsingContext.setViewport", { context, viewport: size });
  return {
    open: async (url) => void (await call("browsingContext.navigate", { context, url, wait: "complete" })),
    ask: async (expression) => {
      const { result, exceptionDetails } = (await call("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: true,
      })) as { result?: { value?: unknown }; exceptionDetails?: { text: string } };
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value;
    },
    picture: async () =>
      Buffer.from(String((await call("browsingContext.captureScreenshot", { context })).data), "base64"),
    close: async () => {
      socket.close();
      browser.kill();
      await sleep(1000);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const is = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (is) return;
    await sleep(250);
  }
  throw new Error(`nothing listens on ${port}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const listener = createServer().listen(0, "127.0.0.1", () => {
      const address = listener.address();
      listener.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
