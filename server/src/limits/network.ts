import { BlockList, isIP } from "node:net";

/** Names one household or venue: an IPv4 address, or the first 64 bits of an IPv6 one, however it is spelt. */
export function networkOf(ip: string): string {
  const mapped = plainIp(ip);
  return mapped.includes(":") ? groupsOf(mapped).slice(0, 4).join(":") : mapped;
}

/** Names what one customer may hold of IPv6, 65,536 networks: the first 48 bits; null for an IPv4 address. */
export function siteOf(ip: string): string | null {
  const mapped = plainIp(ip);
  return mapped.includes(":") ? `${groupsOf(mapped).slice(0, 3).join(":")}::/48` : null;
}

function groupsOf(ip: string): string[] {
  const dotted = /(?:\d{1,3}\.){3}\d{1,3}$/.exec(ip)?.[0];
  if (dotted) return groupsOf(ip.replace(dotted, pairsOf(dotted)));
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  return [...groups, ...zeros, ...rest].map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * Compiles a list of addresses and CIDR ranges into a test of addresses. One that came in IPv6's clothes is found with
 * and without them: whoever names a proxy behind a NAT64 may write it as it comes.
 */
export function addressMatcher(ranges: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const isListed = (ip: string) => isIP(ip) !== 0 && list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
  return (ip) => isListed(plainIp(ip)) || isListed(ip);
}

/** The 32 bits of a dotted address as two groups. */
function pairsOf(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** What stands before the 32 bits of an IPv4 address: mapped (RFC 4291), or translated by a NAT64 (RFC 6052). */
const clothes = ["0:0:0:0:0:ffff", "64:ff9b:0:0:0:0"];

/**
 * An IPv4 address that came in IPv6's clothes, however they are spelt: else all of IPv4 behind a NAT64 would be one
 * network.
 */
function plainIp(ip: string): string {
  if (!ip.includes(":")) return ip;
  const groups = groupsOf(ip);
  if (!clothes.includes(groups.slice(0, 6).join(":"))) return ip;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join(".");
}
