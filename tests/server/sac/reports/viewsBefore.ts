import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { migrationsFolder } from '#server/db/migrate.ts';

/** The schemas in which the older definitions of the report views stand. */
const BEFORE = 'antes';

/** The first migration that wrote the views anew for the planner. */
const ANEW = '0062';

/** Columns whose figures were wrong in the older definitions; salesViews.test.ts counts them on their own. */
const CORRECTED: Readonly<Record<string, readonly string[]>> = { clientes: ['notas', 'comprado'] };

/**
 * Creates the report views as they were defined before they were written anew, in schema `antes`, and lets the reader read
 * them. They are the reference: whatever is done for the planner must give the same rows. Returns their names with their
 * columns.
 */
export async function createViewsBefore(pool: pg.Pool, reader: string): Promise<Map<string, string[]>> {
  await pool.query(`create schema ${BEFORE}; create schema ${BEFORE}_interno`);
  for (const definition of definitionsBefore().values()) await pool.query(definition);
  await pool.query(
    `grant usage on schema ${BEFORE} to ${reader}; grant select on all tables in schema ${BEFORE} to ${reader}`,
  );
  const { rows } = await pool.query<{ view: string; columns: string[] }>(
    `select table_name as view, array_agg(quote_ident(column_name) order by ordinal_position)::text[] as columns
     from information_schema.columns where table_schema = $1 group by 1`,
    [BEFORE],
  );
  return new Map(
    rows.map(({ view, columns }) => [view, columns.filter((name) => !CORRECTED[view]?.includes(name))]),
  );
}

/** The last definition of each view in the migrations before, in their order, in which each uses only earlier ones. */
function definitionsBefore(): Map<string, string> {
  const found = new Map<string, string>();
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql') && name < ANEW);
  for (const file of files.sort())
    for (const statement of readFileSync(path.join(migrationsFolder, file), 'utf8').split(
      '--> statement-breakpoint',
    )) {
      const [, name, body] =
        /^create (?:or replace )?view (relatorio(?:_interno)?\.\w+)(.*)$/ms.exec(statement) ?? [];
      if (!name || !body) continue;
      const view = name.replace(/^relatorio/, BEFORE);
      found.delete(view);
      found.set(
        view,
        `create or replace view ${view}${body.replaceAll('relatorio_interno.', `${BEFORE}_interno.`)}`,
      );
    }
  return found;
}

/** A query for the rows that only one of two views has, for comparison in one transaction, where now() stands still. */
export const differingRows = (view: string, columns: readonly string[]): string => {
  const of = (schema: string) => `select ${columns.join(', ')} from ${schema}.${view}`;
  return `select count(*)::text as differing, (select count(*) from ${BEFORE}.${view})::text as all_rows
    from ((${of('relatorio')} except all ${of(BEFORE)}) union all (${of(BEFORE)} except all ${of('relatorio')})) as d`;
};

/** A query over the report views as one over those of before. */
export const overViewsBefore = (sql: string): string =>
  sql.replace(/\brelatorio\.(?!sem_acento\b|numero\b|dia\b)/g, `${BEFORE}.`);
