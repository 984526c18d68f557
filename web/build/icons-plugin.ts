import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const ownSource = fileURLToPath(new URL("../src/", import.meta.url));
const statement = /import \{([^}]+)\} from "@tabler\/icons-react";/g;

/** Takes each icon from its own file: the package's index would have all six thousand read for a dozen. */
export function iconsPlugin(): Plugin {
  return {
    name: "saha-icons",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(ownSource) || !code.includes("@tabler/icons-react")) return undefined;
      return { code: code.replace(statement, (_, names: string) => names.split(",").map(single).join("")), map: null };
    },
  };
}

function single(entry: string): string {
  const name = entry.trim();
  if (!name || name.startsWith("type ")) return "";
  return `import ${name} from "@tabler/icons-react/dist/esm/icons/${name}.mjs";`;
}
