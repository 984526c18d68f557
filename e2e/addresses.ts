import { addresses } from "@saha/web/addresses";

export { addresses };

/** Whether a path is one of an address, whose `$names` stand for any id. */
export function isAt(address: string, path: string): boolean {
  return new RegExp(`^${address.replace(/\$\w+/g, "[^/]+")}$`).test(path);
}
