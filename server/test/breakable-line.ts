import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * The line to a database, which a test can cut and mend: while it is cut, connections die and new ones are refused. Or
 * it loses the answer to the next commit, and that connection with it.
 */
export async function openBreakableLine(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isLosing = false;
  const server = createServer((near) => {
    const far = connect(`${decodeURIComponent(target.hostname)}/.s.PGSQL.${target.port}`);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    near.on("data", (chunk) => {
      if (!isLosing || !chunk.includes("commit")) return;
      isLosing = false;
      far.unpipe(near).resume();
      setTimeout(() => near.destroy(), 200);
    });
  });
  const listen = (port: number) => new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.port = String(port);
  url.hostname = "127.0.0.1";

  const cut = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      for (const socket of sockets) socket.destroy();
    });
  const loseCommit = () => {
    isLosing = true;
  };
  return { url: url.href, cut, mend: () => listen(port), loseCommit };
}
