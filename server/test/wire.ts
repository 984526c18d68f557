import { Agent, type IncomingHttpHeaders, request as open } from "node:http";

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
export type Sent = { headers?: Record<string, string>; body?: string | Buffer };

/** One HTTP exchange as it stands: nothing is added to what is sent but a length. */
export type Send = (method: string, path: string, sent?: Sent) => Promise<Answer>;

/** Connections of a test to one server, as many as there are requests at once. */
export function openWire(address: string): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const { hostname, port } = new URL(address);
  const send: Send = (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const asked = open({ agent, hostname, port, method, path, headers: { ...length, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
        });
      });
      asked.on("error", reject);
      asked.end(body);
    });
  return { send, close: () => agent.destroy() };
}
