/* `npm run api`: writes docs/api/openapi.json from the contract; a test fails while the file is stale. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeApi } from "../server/src/http/documents/describe-api.ts";

const folder = fileURLToPath(new URL("../docs/api/", import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}openapi.json`, `${JSON.stringify(describeApi(), null, 2)}\n`);
console.log("docs/api/openapi.json is written.");
