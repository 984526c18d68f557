import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { query, startApplication, until } from "../../../test/running-application.ts";
import { isAlive } from "./process-state.ts";

test.each(["SIGKILL", "SIGTERM"] as const)(
  "a temporary cluster is gone, with its folder, after a %s to its application",
  async (signal) => {
    const application = startApplication("");
    const [place] = await query(
      await application.url,
      "select current_setting('data_directory') as folder, (pg_read_file('postmaster.pid')::text) as note",
    );
    const server = Number(String(place?.note).split("\n")[0]);
    expect(isAlive(server)).toBe(true);
    application.process.kill(signal);
    await until("gone", () => !isAlive(server) && !existsSync(`${place?.folder}/../..`), 8_000);
  },
);
