import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(join(source, file), "utf8");
const shared = new Set([...textOf("ui/layout/layout.css").matchAll(/^ *\.([\w-]+)/gm)].map(([, name]) => name));

/** The plain class names of a component: what stands in its className attributes beside the classes of modules. */
function namesIn(tsx: string): string[] {
  const attributes = tsx.matchAll(/className=(?:"([^"]*)"|\{`((?:[^`$]|\$\{[^}]*\})*)`\})/g);
  return [...attributes].flatMap(([, plain = "", mixed = ""]) =>
    `${plain} ${mixed.replace(/\$\{[^}]*\}/g, "")}`.split(/\s+/).filter(Boolean),
  );
}

const components = globSync("**/*.tsx", { cwd: source }).filter((file) => !file.endsWith(".test.tsx"));

test.each(components)("%s names only shared classes that there are", (file) => {
  expect(namesIn(textOf(file)).filter((name) => !shared.has(name))).toEqual([]);
});

test.each(components)("%s names only classes that its modules have", (file) => {
  const missing = [...textOf(file).matchAll(/import (\w+) from "(\.[^"]*\.module\.css)"/g)].flatMap(
    ([, name, path]) => {
      const sheet = textOf(join(dirname(file), path as string));
      return [...textOf(file).matchAll(new RegExp(`\\{[^{}]*(?<![.\\w])${name}\\.(\\w+)`, "g"))]
        .map(([, own]) => own as string)
        .filter((own) => !new RegExp(`\\.${own}\\b`).test(sheet));
    },
  );
  expect(missing).toEqual([]);
});

test("no shared class stands there unused", () => {
  const used = new Set(components.flatMap((file) => namesIn(textOf(file))));
  expect([...shared].filter((name) => !used.has(name as string))).toEqual([]);
});

test("a misspelt class would be found", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a component
  const tsx = 'a className="row gap-13" b className={`stak ${style.own} muted`}';
  expect(namesIn(tsx).filter((name) => !shared.has(name))).toEqual(["gap-13", "stak"]);
});

/**
 * Issue 7: a screen says with the shared classes of `ui/layout/layout.css` what it can, so that the next ones stay
 * cheap.
 */
const mostCssPerLine = 0.3;

test("screens write at most three lines of CSS to ten of TypeScript", () => {
  const linesOf = (pattern: string) =>
    globSync(pattern, { cwd: join(source, "features") })
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => textOf(join("features", file)).split("\n").length - 1)
      .reduce((sum, lines) => sum + lines, 0);
  const [css, code] = [linesOf("**/*.css"), linesOf("**/*.{ts,tsx}")];
  expect(css).toBeGreaterThan(0);
  expect(
    css / code,
    `web/src/features has ${css} lines of CSS to ${code} of TypeScript: name the classes of ui/layout/layout.css instead of writing their rules again`,
  ).toBeLessThanOrEqual(mostCssPerLine);
});
