import { fileURLToPath } from "node:url";
import { api, type Endpoint } from "@saha/contract";
import type { Plugin } from "vite";

const virtual = "virtual:calls";
const ownSource = fileURLToPath(new URL("../src/", import.meta.url));
const endpoints = new Map(
  Object.entries(api).flatMap(([word, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => [`${word}_${name}`, endpoint] as const),
  ),
);

/**
 * To make a call the browser needs its method and path and little more, not the schemas that the server judges by:
 * `api.tickets.list` becomes just that, and a schema such as `api.auth.register.body` comes along only with the form
 * that checks by it. Saves the first load all of zod and the contract.
 */
export function leanContractPlugin(): Plugin {
  return {
    name: "saha-lean-contract",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    load: (id) =>
      id === `\0${virtual}` ? { code: [...endpoints].map(lean).join("\n"), moduleSideEffects: false } : undefined,
    transform(code, id) {
      if (!id.startsWith(ownSource) || !/\.tsx?$/.test(id)) return undefined;
      return callsOnly(code);
    },
  };
}

/**
 * A use of `api` that could not be rewritten, so that the browser would load the whole contract; undefined when there
 * is none.
 */
function wholeUse(code: string): string | undefined {
  if (!/import \{[^}]*\bapi\b[^}]*\} from "@saha\/contract"/.test(code)) return undefined;
  const bare = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|^import [\s\S]*?;$/gm, "");
  return /(?<![\w.$])api\b(?!\s*:)(?!\.\w+\.\w+\.(?:body|data|params|query)\b).{0,40}/.exec(bare)?.[0];
}

/**
 * Of who may call, the browser knows only whether that is everybody: without a session it asks for nothing else. Of the
 * status, only whether no answer is one.
 */
function lean([name, { method, path, access, status }]: readonly [string, Endpoint]): string {
  const call = { method, path, ...(access === "public" && { access }), ...(status === 204 && { status }) };
  return `export const ${name} = ${JSON.stringify(call)};`;
}

function callsOnly(code: string) {
  const used = new Set<string>();
  const lighter = code.replace(/\bapi\.(\w+)\.(\w+)\b(?!\.(?:body|data|params|query)\b)/g, (whole, word, name) => {
    if (!endpoints.has(`${word}_${name}`)) return whole;
    used.add(`${word}_${name}`);
    return `call_${word}_${name}`;
  });
  const whole = wholeUse(lighter);
  if (whole) throw new Error(`«${whole}» would load all schemas of the contract: name each call as api.word.name`);
  if (used.size === 0) return undefined;
  const names = [...used].map((name) => `${name} as call_${name}`).join(", ");
  return { code: `import { ${names} } from "${virtual}";${lighter}`, map: null };
}
