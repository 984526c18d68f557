import { pathId } from "@saha/contract";
import * as z from "zod/mini";

export type Json = { [key: string]: unknown };
type Side = "input" | "output";

/** Turns schemas into JSON Schema; those that `named` holds under a capital letter are referred to by their name. */
export function openSchemas(named: Record<string, unknown>) {
  const names = z.registry<{ id: string }>();
  const schemas = Object.entries(named).filter((entry): entry is [string, z.ZodMiniType] => isNamedSchema(entry));
  for (const [id, schema] of schemas) names.add(schema, { id });

  function of(schema: z.ZodMiniType, io: Side): Json {
    const name = names.get(schema)?.id;
    return name ? { $ref: `#/components/schemas/${name}` } : (convert({ it: schema }, io).properties.it as Json);
  }

  /** Always within an object, because a named schema that is the root would not be described itself. */
  function convert(shape: Record<string, z.ZodMiniType>, io: Side): { properties: Json; $defs?: Json } {
    const json = z.toJSONSchema(z.object(shape), {
      io,
      metadata: names,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema === (pathId as unknown)) pathIdAsNumber(jsonSchema);
        // A format's own pattern is half a page long and says no more.
        if (jsonSchema.format) delete jsonSchema.pattern;
      },
    });
    return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
  }

  function all(): Json {
    const { $defs = {} } = convert(Object.fromEntries(schemas), "output");
    for (const definition of Object.values($defs) as Json[]) delete definition.id;
    return $defs;
  }

  return { of, all };
}

function isNamedSchema([name, value]: [string, unknown]): boolean {
  return /^[A-Z]/.test(name) && typeof value === "object" && value !== null && "_zod" in value;
}

/** On the wire an id in a path is text; to a reader it is a whole number. */
function pathIdAsNumber(json: Json): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, { type: "integer", minimum: 1, maximum: 2_147_483_647 });
}
