import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../../../test/free-port.ts";
import { type Application, postmasterOf, query, startApplication, until } from "../../../test/running-application.ts";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { clusterIn, clusterUrls } from "./cluster.ts";
import { claimCluster } from "./only-one.ts";
import { startPostmaster } from "./postmaster.ts";
import { isAlive } from "./process-state.ts";
import { temporaryRoot } from "./temporary-postgres.ts";

let folder: string;
let dataDir: string;
let applications: Application[] = [];

/** A folder whose cluster was made by an application that has ended. */
const made = mkdtempSync(join(temporaryRoot(), "saha-test-"));
beforeAll(async () => {
  const application = startApplication(join(made, "data"));
  await application.url;
  await stop(application);
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(temporaryRoot(), "saha-test-"));
  dataDir = join(folder, "data");
});

afterEach(async () => {
  for (const { process, ended } of applications) {
    process.kill("SIGTERM");
    await ended;
  }
  applications = [];
  if (existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))) process.kill(postmasterOf(dataDir), "SIGQUIT");
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

function start(): Application {
  const application = startApplication(dataDir);
  applications.push(application);
  return application;
}

async function stop({ process, ended }: Application): Promise<void> {
  process.kill("SIGTERM");
  expect(await ended).toBe(0);
}

async function kill({ process, ended }: Application): Promise<void> {
  process.kill("SIGKILL");
  await ended;
}

/** A start on a cluster that is there already, which costs a tenth of making one. */
function startOnMade(): Promise<Application & { server: number }> {
  execFileSync("cp", ["-a", join(made, "data"), dataDir]);
  return startWithRow();
}

/** A start that has written a row and is still up. */
async function startWithRow(): Promise<Application & { server: number }> {
  const application = start();
  await query(await application.url, "create table kept as select 7 as number");
  return { ...application, server: postmasterOf(dataDir) };
}

async function expectRow(application: Application): Promise<void> {
  expect(await query(await application.url, "select number from kept")).toEqual([{ number: 7 }]);
}

describe("a start", () => {
  test("the first makes a cluster that syncs, listens on a socket that nobody else reaches and asks for its password", async () => {
    const url = await start().url;
    const shown = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
      datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()`;
    expect(await query(url, shown)).toEqual([
      { fsync: "on", commit: "on", addresses: "", sockets: "..", provider: "b", locale: "C.UTF-8" },
    ]);
    expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
    await expect(query(url.replace(/:[^:@]+@/, ":guess@"), "select 1")).rejects.toThrow(
      /password authentication failed/,
    );
    expect(statSync(join(dataDir, "postgres", "password")).mode & 0o777).toBe(0o600);
  });

  test("the next ones find what was committed, and a stopped server is gone", async () => {
    const first = await startWithRow();
    await stop(first);
    expect(isAlive(first.server)).toBe(false);
    await expectRow(start());
  });

  test("what was brought back without its modes is closed to the machine's other accounts again", async () => {
    execFileSync("cp", ["-a", join(made, "data"), dataDir]);
    const kept = ["postgres", "postgres/data", "postgres/password"].map((path) => join(dataDir, path));
    for (const path of kept) chmodSync(path, 0o755);
    await start().url;
    expect(kept.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
  });

  test("the application signs in as a role that owns nothing and may make nothing, also in an older cluster", async () => {
    const first = start();
    const ownerUrl = await first.url;
    const { application: url } = clusterUrls(clusterIn(join(dataDir, "postgres")));
    await query(ownerUrl, "create table kept as select 7 as number");
    const role = "select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user";
    const plain = [{ rolsuper: false, rolcreaterole: false, rolbypassrls: false }];
    expect(await query(url, role)).toEqual(plain);
    for (const sql of ["create table own (id int)", "select * from kept", "alter table kept disable trigger all"]) {
      await expect(query(url, sql)).rejects.toThrow(/permission denied|must be owner/);
    }
    // As an older Saha left it.
    await query(ownerUrl, "drop role saha_application");
    await stop(first);
    const second = start();
    await second.url;
    expect(await query(url, role)).toEqual(plain);
    await expectRow(second);
  });

  test("of two first ones at once, one serves and the other is told why not", async () => {
    const outcomes = await Promise.allSettled([start().url, start().url]);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
    expect(refusals).toEqual([expect.stringMatching(/Saha is already running on the database in/)]);
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  });

  test("a second application is refused within about a second, with a sentence, and the first one goes on", async () => {
    const first = await startOnMade();
    const began = Date.now();
    const second = start();
    await expect(second.url).rejects.toThrow(
      new RegExp(`^Saha is already running on the database in .+ \\(process ${first.pid}\\): stop that one first`),
    );
    expect(await second.ended).toBe(1);
    expect(Date.now() - began).toBeLessThan(8_000);
    await expectRow(first);
  });

  test.each([
    ["spaces, quotes, a comma, a dollar and Arabic in its path", `ساحة "a", 'b' $c`],
    ["a path that is too long for a socket's address", "x".repeat(120)],
  ])("works in a private folder with %s", async (_, name) => {
    dataDir = join(folder, name, "data");
    mkdirSync(join(dataDir, ".."), { mode: 0o700 });
    const first = await startWithRow();
    await stop(first);
    await expectRow(start());
  });

  test("another program on port 5432 is in nobody's way", async () => {
    const other = createServer();
    await new Promise((resolve) => other.once("error", resolve).listen(5432, "127.0.0.1", () => resolve(null)));
    await startOnMade();
    await new Promise((resolve) => other.close(resolve));
  });

  test("that is told to end leaves nothing behind, wherever it is", async () => {
    for (const delay of [150, 350, 700]) {
      const application = start();
      await new Promise((resolve) => setTimeout(resolve, delay));
      application.process.kill("SIGTERM");
      await application.ended;
      if (!existsSync(join(dataDir, "postgres"))) expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
      expect(existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))).toBe(false);
    }
  });

  test("has its server in a group of its own, which a Ctrl-C in the terminal does not reach", async () => {
    await start().url;
    const stat = readFileSync(`/proc/${postmasterOf(dataDir)}/stat`, "utf8");
    expect(Number(stat.slice(stat.lastIndexOf(")")).split(" ")[3])).toBe(postmasterOf(dataDir));
  });

  test("refuses the files of another PostgreSQL with a sentence that names DATABASE_URL", async () => {
    mkdirSync(join(dataDir, "postgres", "data"), { recursive: true });
    writeFileSync(join(dataDir, "postgres", "data", "PG_VERSION"), "17\n");
    await expect(start().url).rejects.toThrow(/was made by PostgreSQL 17.+DATABASE_URL/);
  });
});

test("a password file that is gone or another's stops the start at once, with a sentence", async () => {
  await stop(await startOnMade());
  const file = join(dataDir, "postgres", "password");
  for (const [spoil, sentence] of [
    [() => writeFileSync(file, "guess"), /turns Saha away: password authentication failed/],
    [() => rmSync(file), /the password of the database beside it, is gone/],
  ] as const) {
    spoil();
    const application = start();
    await expect(application.url).rejects.toThrow(sentence);
    expect(await application.ended).toBe(1);
    expect(existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))).toBe(false);
  }
});

describe("after kill -9", () => {
  test("of the application, the next one takes the running server over and can stop it", async () => {
    const first = await startOnMade();
    await kill(first);
    expect(isAlive(first.server)).toBe(true);
    const next = start();
    await expectRow(next);
    expect(postmasterOf(dataDir)).toBe(first.server);
    await stop(next);
    expect(isAlive(first.server)).toBe(false);
  });

  test("of an older application, whose server listens on a port, the next one takes it over to its socket", async () => {
    await stop(await startOnMade());
    const cluster = clusterIn(join(dataDir, "postgres"));
    const binaries = findBinaries();
    const settings = { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: await freePort() };
    const account = () => chooseAccount(cluster.folder, binaries);
    const old = await startPostmaster({ cluster, binaries, chooseAccount: account, settings, signal: undefined });
    const older = await claimCluster(clusterUrls(cluster, `127.0.0.1:${old.oldPort}`).application, dataDir);
    await expect(start().url).rejects.toThrow(/^Saha is already running on the database in/);
    await older.release();
    await expectRow(start());
    expect(isAlive(old.pid)).toBe(false);
  });

  test("of an application of another folder, the server is started anew with the own programs", async () => {
    await stop(await startOnMade());
    const cluster = clusterIn(join(dataDir, "postgres"));
    const own = findBinaries();
    const elsewhere = join(folder, "native");
    cpSync(own.folder, elsewhere, { recursive: true, verbatimSymlinks: true });
    const binaries = { ...own, folder: elsewhere, postgres: join(elsewhere, "bin", "postgres") };
    const account = () => chooseAccount(cluster.folder, binaries);
    const other = await startPostmaster({ cluster, binaries, chooseAccount: account, settings: {}, signal: undefined });
    const next = start();
    await expectRow(next);
    expect(isAlive(other.pid)).toBe(false);
    rmSync(elsewhere, { recursive: true });
    await expectRow(next);
  });

  test("of the server, it is back on the same address for the application that runs", async () => {
    const application = await startOnMade();
    process.kill(application.server, "SIGKILL");
    await until("back", () =>
      expectRow(application).then(
        () => true,
        () => false,
      ),
    );
    expect(postmasterOf(dataDir)).not.toBe(application.server);
    await stop(application);
  });

  test.each([
    ["asks for the password", Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])],
    ["lets everybody in", Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])],
  ])("of the server, another program that takes its port and %s hears nothing", async (_, answer) => {
    const application = await startOnMade();
    const port = Number(readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[3]);
    process.kill(application.server, "SIGKILL");
    const heard: Buffer[] = [];
    const other = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        socket.write(answer);
        socket.once("data", () => socket.destroy());
      });
      socket.on("data", (said) => heard.push(said));
    });
    // Another one of this machine may stand there for good.
    let tries = 1000;
    const stand = () => other.listen(port, "127.0.0.1");
    other.on("error", () => --tries > 0 && setTimeout(stand, 1));
    stand();
    await until("standing", () => other.listening || tries === 0);
    await until("asked", () =>
      expectRow(application).then(
        () => true,
        () => heard.length > 0,
      ),
    );
    await new Promise((resolve) => other.close(resolve));
    expect(heard.map(String)).toEqual([]);
  });

  test("of both, the next one recovers what was committed", async () => {
    const first = await startOnMade();
    process.kill(first.server, "SIGKILL");
    await kill(first);
    await expectRow(start());
  });

  test("of an application that was making the cluster, the next one makes it and sweeps up", async () => {
    const first = start();
    await until(
      "begun",
      () => existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith("postgres.new-")),
    );
    await kill(first);
    await startWithRow();
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  });

  test("a pid file whose number a stranger or a zombie bears now stops nobody", async () => {
    const first = await startOnMade();
    await stop(first);
    // Both bear the server's name too: only the folder that they work in, and their state, tell them from it.
    const namesake = join(folder, "postgres");
    symlinkSync("/bin/sleep", namesake);
    const script = '"$1" 0 & echo $!; exec "$1" 30';
    const parent = spawn("sh", ["-c", script, "sh", namesake], { stdio: ["ignore", "pipe", "ignore"], cwd: folder });
    const zombie = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
    for (const pid of [parent.pid, zombie]) {
      const lines = [pid, join(dataDir, "postgres", "data"), 1, 1, "", "127.0.0.1", "", "ready"];
      for (const note of ["data/postmaster.pid", ".s.PGSQL.5432.lock"]) {
        writeFileSync(join(dataDir, "postgres", note), `${lines.join("\n")}\n`);
      }
      const next = start();
      await expectRow(next);
      await stop(next);
    }
    parent.kill();
  });
});
