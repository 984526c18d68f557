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
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  return [...groups, ...zeros, ...rest].map((group) => Number.parseInt(group, 16).toString(16));
}

/** Compiles a list of addresses and CIDR ranges into a test of addresses. */
export function addressMatcher(ranges: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip) => {
    const plain = plainIp(ip);
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
  };
}

/** An IPv4 address that came in IPv6's clothes. */
function plainIp(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
}
