import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";

/** Keys for each purpose, derived from the one secret, so that none can stand in for another (rules §3, §4). */
export type Keys = {
  accessToken: Buffer;
  ticket: Buffer;
  shortCode: Buffer;
  oneTimeCode: Buffer;
  sentBody: Buffer;
  proof: Buffer;
  /** What an event is called in stores that it may share with others. */
  eventName: string;
};

export function deriveKeys(secret: string | Buffer): Keys {
  const key = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "saha", purpose, 32));
  return {
    accessToken: key("access token"),
    ticket: key("ticket qr"),
    shortCode: key("ticket short code"),
    oneTimeCode: key("one-time code"),
    sentBody: key("sent body"),
    proof: key("proof of work"),
    eventName: `saha:${key("name of the event").toString("hex", 0, 8)}`,
  };
}

export function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

const keyObjects = new WeakMap<Buffer, KeyObject>();

export function hmac(key: Buffer, data: string | Buffer): Buffer {
  // Bytes are made a key once: four times as fast, and a list of tickets takes two for each row.
  const known = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, known);
  return createHmac("sha256", known).update(data).digest();
}

/** Compares in a time that tells nothing about where two values differ. */
export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
