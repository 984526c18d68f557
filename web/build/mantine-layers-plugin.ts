import type { Plugin } from "vite";

/** Sheets that others build on must lose against them, in whatever order chunks bring them in. */
const depths: Record<string, string> = Object.fromEntries([
  ...["baseline", "default-css-variables", "global", "UnstyledButton", "VisuallyHidden"].map((name) => [
    name,
    "mantine.base.base",
  ]),
  ...[
    ...["ScrollArea", "Paper", "Popover", "CloseButton", "Group", "Loader", "Overlay", "ModalBase", "Input"],
    ...["InlineInput", "Flex", "FloatingIndicator", "ActionIcon"],
  ].map((name) => [name, "mantine.base"]),
]);

/** Takes Mantine's sheets in their cascade layer, so that a component's own module always has the last word. */
export function mantineLayersPlugin(): Plugin {
  return {
    name: "saha-mantine-layers",
    enforce: "pre",
    config: () => ({
      resolve: {
        alias: [
          { find: /^(@mantine\/core\/styles\/\w[\w-]*)\.css$/, replacement: "$1.layer.css" },
          { find: "@mantine/notifications/styles.css", replacement: "@mantine/notifications/styles.layer.css" },
        ],
      },
    }),
    transform(code, id) {
      const name = /@mantine\/core\/styles\/([\w-]+)\.layer\.css/.exec(id)?.[1];
      const depth = name && depths[name];
      return depth ? { code: code.replace("@layer mantine {", `@layer ${depth} {`), map: null } : undefined;
    },
  };
}
