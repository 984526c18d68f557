import {
  CamelCasePlugin,
  type KyselyConfig,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from "kysely";
import { isPlain } from "./twins.ts";

/*
 * Columns are snake_case in SQL and camelCase in TypeScript. Kysely's own plugin would copy each query to rename what
 * stands in it, and look at each value of each row; lists of thousands of rows and short queries alike feel that.
 */

/** Makes PostgreSQL's dialect with the renaming of columns, for Kysely to be opened with. */
export function renamingDialect(config: PostgresDialectConfig): KyselyConfig {
  if (isPlain("column-names")) {
    const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];
    return { dialect: new PostgresDialect(config), plugins };
  }
  return { dialect: new SnakeCasePostgres(config), plugins: [camelCaseRows] };
}

/** PostgreSQL, with names in SQL written in snake_case. */
class SnakeCasePostgres extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return remembered(inSql, name, (unknown) => super.sanitizeIdentifier(snakeCase(unknown)));
  }
}

/** Renames the columns of what is found; what stands within a JSON value keeps its names. */
const camelCaseRows: KyselyPlugin = {
  transformQuery: ({ node }: PluginTransformQueryArgs): RootOperationNode => node,
  transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => {
    const [first] = result.rows;
    if (!first) return result;
    const columns = Object.keys(first);
    const names = columns.map((column) => remembered(inTypeScript, column, camelCase));
    const rows = result.rows.map((row) => {
      const renamed: UnknownRow = {};
      for (const [index, name] of names.entries()) renamed[name] = row[columns[index] ?? name];
      return renamed;
    });
    return { ...result, rows };
  },
};

const inSql = new Map<string, string>();
const inTypeScript = new Map<string, string>();

function remembered(known: Map<string, string>, name: string, make: (name: string) => string): string {
  const made = known.get(name) ?? make(name);
  known.set(name, made);
  return made;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
