import { type SpawnOptions, spawnSync } from "node:child_process";
import { chownSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { StartError } from "../../errors/start-error.ts";
import type { Binaries } from "./binaries.ts";

/**
 * Who runs the database: `uid` and `gid` own its files. `mappedTo` is the number under which the process sees itself
 * inside a user namespace, for PostgreSQL refuses to run as 0 and initdb refuses a number without a name.
 */
export type Account = { uid: number; gid: number; mappedTo: number | null };

/**
 * The account that can run the programs and write in `folder`, which must exist: the caller itself; as root the owner
 * of the folder, root mapped to another number, the owner of the programs, nobody, whichever is first to succeed. Gives
 * `folder` to that account. A StartError that names DATABASE_URL when none succeeds.
 */
export function chooseAccount(folder: string, binaries: Binaries): Account {
  for (const account of candidates(folder, binaries)) {
    if (isRoot() && statSync(folder).uid !== account.uid) chownSync(folder, account.uid, account.gid);
    if (canServe(account, folder, binaries)) return account;
  }
  throw new StartError(
    `No account of this machine can run the embedded PostgreSQL in ${dirname(folder)} (as root it needs the unshare command, or an account such as nobody that may read ${binaries.folder} and that folder): start Saha as an ordinary user who owns its folders, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** How to spawn a program as `account`, with nothing of the caller's environment that PostgreSQL would listen to. */
export function runAs(account: Account, program: string, args: string[]): [string, string[], SpawnOptions] {
  const options: SpawnOptions = { cwd: "/", env: { PATH: process.env.PATH, LC_ALL: "C" } };
  if (isRoot() && account.uid !== 0) Object.assign(options, { uid: account.uid, gid: account.gid });
  if (account.mappedTo === null) return [program, args, options];
  const number = String(account.mappedTo);
  return ["unshare", ["--user", `--map-user=${number}`, `--map-group=${number}`, "--", program, ...args], options];
}

/** Gives everything under `folder` to `account` when root has had to choose another one than last time. */
export function giveTo(account: Account, folder: string): void {
  if (!isRoot() || readdirSync(folder).every((entry) => lstatSync(join(folder, entry)).uid === account.uid)) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, entry);
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, account.uid, account.gid);
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function candidates(folder: string, binaries: Binaries): Account[] {
  const names = namedAccounts();
  const mappedTo = names.find((account) => account.uid > 0)?.uid ?? 1000;
  const plainOrMapped = (uid: number, gid: number): Account[] => {
    const mapped = { uid, gid, mappedTo };
    if (uid === 0) return [mapped];
    const hasName = isRoot() ? names.some((account) => account.uid === uid) : callerHasName();
    return hasName ? [{ uid, gid, mappedTo: null }] : [mapped];
  };
  if (!isRoot()) return plainOrMapped(process.getuid?.() ?? -1, process.getgid?.() ?? -1);
  const owner = statSync(folder);
  if (owner.uid !== 0) return plainOrMapped(owner.uid, owner.gid);
  const reader = statSync(binaries.postgres);
  const nobody = names.find((account) => account.name === "nobody");
  return [
    ...plainOrMapped(0, 0),
    ...(reader.uid === 0 ? [] : plainOrMapped(reader.uid, reader.gid)),
    ...(nobody ? plainOrMapped(nobody.uid, nobody.gid) : []),
  ];
}

function namedAccounts(): { name: string; uid: number; gid: number }[] {
  try {
    return readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"))
      .filter((fields) => fields.length > 3)
      .map(([name, , uid, gid]) => ({ name: name ?? "", uid: Number(uid), gid: Number(gid) }));
  } catch {
    return [];
  }
}

function callerHasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

function canServe(account: Account, folder: string, binaries: Binaries): boolean {
  const script = 'test -w "$1" && test -x "$1" && exec "$2" --version';
  const [program, args, options] = runAs(account, "sh", ["-c", script, "sh", folder, binaries.postgres]);
  return spawnSync(program, args, { ...options, stdio: "ignore" }).status === 0;
}
