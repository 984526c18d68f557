import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { refuseUnfitPostgres } from "./refuse-unfit-postgres.ts";

test("a PostgreSQL that takes the connection and says nothing is refused with a sentence", async () => {
  const taken: Socket[] = [];
  const mute = createServer((socket) => void taken.push(socket.on("error", () => {})));
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const { port } = mute.address() as { port: number };
  const refused = refuseUnfitPostgres(`postgres://saha@127.0.0.1:${port}/saha`, 200);
  await expect(refused).rejects.toThrow("it has not answered for 0.2 s");
  for (const socket of taken) socket.destroy();
  mute.close();
});
