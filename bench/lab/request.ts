/** Who asks: what a browser that is signed in sends with each call. */
export type Tokens = { accessToken: string; refreshToken: string };

type Asked = {
  method?: "GET" | "POST" | "PUT";
  path: string;
  tokens?: Tokens | undefined;
  body?: object;
  key?: string;
  device?: string;
};

/** A call as the web's caller and a browser make it, as the bytes that go over the wire. */
export function request({ method = "GET", path, tokens, body, key, device }: Asked): string {
  const json = body && JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "host: localhost",
    "connection: keep-alive",
    "accept: application/json",
    "accept-encoding: gzip, deflate, br, zstd",
    "accept-language: ar",
    "user-agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  ];
  if (tokens) lines.push(`authorization: Bearer ${tokens.accessToken}`, `x-refresh-token: ${tokens.refreshToken}`);
  if (device) lines.push(`x-device: ${device}`);
  if (key) lines.push(`idempotency-key: ${key}`);
  if (json) lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(json)}`);
  return `${lines.join("\r\n")}\r\n\r\n${json ?? ""}`;
}

/** Deals requests out to as many connections, each of which sends its own one after another. */
export function inLanes(requests: string[], count: number): string[][] {
  return Array.from({ length: count }, (_, lane) => requests.filter((__, index) => index % count === lane));
}
