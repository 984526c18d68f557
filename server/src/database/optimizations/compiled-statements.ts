import type { Compilable, CompiledQuery, Kysely, RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Schema } from "../schema.ts";
import { isPlain } from "./twins.ts";

export type Query = Kysely<Schema>;

/** The values of a statement as it is built: they are not known yet. */
export type Given<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> };

/** A statement whose text is the same whatever its values are. */
export type Statement<Values, Row> = (query: Query, values: Given<Values>) => Compilable<Row>;

export type Compile = <Values extends object, Row>(
  query: Query,
  statement: Statement<Values, Row>,
  values: Values,
) => CompiledQuery<Row>;

/** Stands in the compiled text where the value of this name goes. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Opens a compiler that builds each statement once and from then on only puts its values in: at the gate Kysely's
 * builders took a seventh of a scan. A statement must not look at its values, and be known by one function: made anew
 * for each call it would be built, and kept, each time.
 */
export function openCompiler(): Compile {
  if (isPlain("compiled-statements")) {
    return (query, statement, values) =>
      statement(
        query,
        ofEach(values, (name) => values[name]),
      ).compile();
  }
  const compiled = new Map<unknown, CompiledQuery>();
  return <Values extends object, Row>(
    query: Query,
    statement: Statement<Values, Row>,
    values: Values,
  ): CompiledQuery<Row> => {
    let known = compiled.get(statement) as CompiledQuery<Row> | undefined;
    if (!known) {
      known = statement(
        query,
        ofEach(values, (name) => new Placeholder(String(name))),
      ).compile();
      compiled.set(statement, known);
    }
    const parameters = known.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return { ...known, parameters };
  };
}

function ofEach<Values extends object>(values: Values, value: (name: keyof Values) => unknown): Given<Values> {
  const entries = Object.keys(values).map((name) => [name, sql`${value(name as keyof Values)}`]);
  return Object.fromEntries(entries) as Given<Values>;
}
