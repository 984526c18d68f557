import { isIP } from "node:net";

/**
 * Names the address that asks: the forwarded one where a named proxy sent it; rubbish, or an address with a port, is not
 * taken, and the proxy's own stands for it (rules §3: counters hang on it).
 */
export function addressOf(forwarded: string | undefined, socketAddress: string | undefined): string {
  return forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : (socketAddress ?? "");
}
