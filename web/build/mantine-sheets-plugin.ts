import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const ownSource = fileURLToPath(new URL("../src/", import.meta.url));
const base = ["UnstyledButton", "Loader"];

/** The sheets of components that many screens use, by the component's name. */
const sheets: Record<string, string[]> = {
  Button: [...base, "Button"],
  ActionIcon: [...base, "ActionIcon"],
};

/** Brings a component's sheets along with the module that imports it, so that none is loaded where none is used. */
export function mantineSheetsPlugin(): Plugin {
  return {
    name: "saha-mantine-sheets",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(ownSource) || !/\.tsx?$/.test(id)) return undefined;
      const names = /import \{([^}]*)\} from "@mantine\/core"/.exec(code)?.[1]?.split(",") ?? [];
      const wanted = new Set(names.flatMap((name) => sheets[name.trim()] ?? []));
      if (wanted.size === 0) return undefined;
      const imports = [...wanted].map((sheet) => `import "@mantine/core/styles/${sheet}.css";`).join("");
      return { code: `${imports}${code}`, map: null };
    },
  };
}
