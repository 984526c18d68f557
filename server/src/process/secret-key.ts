import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../errors/start-error.ts";
import { giveToFolderOwner, makeDataDir } from "./data-dir.ts";

/**
 * The secret from which all keys are derived: SECRET_KEY, or the one in `DATA_DIR/secret-key`, made on the first start
 * and readable for its owner alone (rules §8). Two first starts at once end with the same one. A broken file is a
 * StartError, for another secret would turn away every ticket that people hold.
 */
export function keepSecretKey({ secretKey, dataDir }: { secretKey: string | null; dataDir: string }): string {
  if (secretKey !== null) return secretKey;
  const path = join(makeDataDir(dataDir), "secret-key");
  if (!existsSync(path)) makeSecretKey(path);
  chmodSync(path, 0o600);
  const kept = readFileSync(path, "utf8").trim();
  if (kept.length >= 32) return kept;
  throw new StartError(
    `${path} holds no secret: put the file back from a backup, or remove it, which makes all tickets and sessions that it signed worthless; or set SECRET_KEY.`,
  );
}

/** Written beside and linked, so that the file is whole when it appears, and the first of two writers wins. */
function makeSecretKey(path: string): void {
  // By chance, not by process number: containers that share the folder often have the same one.
  const staging = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    writeFileSync(staging, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
    giveToFolderOwner(staging);
    linkSync(staging, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(staging, { force: true });
  }
}
