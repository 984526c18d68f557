import type { Tokens } from "./request.ts";

/**
 * Opens a socket that speaks just enough Socket.IO: asks to be let in, is told so, answers each ping, hands on what it
 * hears.
 */
export function connect(
  port: number,
  { accessToken, refreshToken }: Tokens,
  hear: (packet: string) => void = () => {},
): Promise<WebSocket> {
  const query = new URLSearchParams({ EIO: "4", transport: "websocket", accessToken, refreshToken });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?${query}`);
  return new Promise((resolve, reject) => {
    socket.addEventListener("close", ({ code }) => reject(new Error(`a socket was closed with ${code}`)));
    socket.addEventListener("message", ({ data }) => {
      const packet = String(data);
      if (packet.startsWith("0")) socket.send("40");
      else if (packet === "2") socket.send("3");
      else if (packet.startsWith("40")) resolve(socket);
      else if (packet.startsWith("42")) hear(packet);
      else if (packet.startsWith("44")) reject(new Error(`a socket was refused: ${packet}`));
    });
  });
}
