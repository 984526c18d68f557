import { CamelCasePlugin, PostgresDialect, PostgresQueryCompiler, type RootOperationNode } from "kysely";

/*
 * Columns are snake_case in SQL and camelCase in TypeScript. Kysely's plugin alone would copy each query to rename what
 * stands in it, which took longer than the rest of writing it down.
 */

/** Renames the columns of what is found. */
export class CamelCaseRows extends CamelCasePlugin {
  override transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return node;
  }
}

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    const known = written.get(name) ?? super.sanitizeIdentifier(snakeCase(name));
    written.set(name, known);
    return known;
  }
}

/** PostgreSQL, with names in SQL written in snake_case. */
export class SnakeCasePostgres extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}

const written = new Map<string, string>();

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
