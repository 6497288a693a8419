import type pg from 'pg';
import { saidWords } from '#contract/rules/reports/columnWords.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';
import { type DescribedColumn, queryExtended } from './readRows.ts';

/** Each column of these views, by its place there. */
const FIELDS = `select a.attrelid::text, a.attnum::text, c.relname::text, a.attname::text
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'relatorio' and a.attrelid = any ($1::oid[])`;

/**
 * The columns of a query in SQL, with what the company calls the values of a catalogue. PostgreSQL says of each column whether it is that
 * of a view as it is, also where it comes from a subquery; whatever the author made of one says what the author wrote.
 */
export async function wordedByOrigin(
  client: pg.ClientBase,
  columns: readonly ReportColumn[],
  described: readonly DescribedColumn[],
  sets: SourcedEntities,
): Promise<readonly ReportColumn[]> {
  const said = saidWords(sets);
  const views = [...new Set(described.flatMap(({ view }) => (view === 0 ? [] : [view])))];
  if (said.size === 0 || views.length === 0) return columns;
  const { rows } = await queryExtended(client, FIELDS, [views]);
  const fields = new Map(
    rows.map(([view, place, entity, field]) => [`${view} ${place}`, `${entity} ${field}`]),
  );
  return columns.map((column) => {
    const own = described.find(({ name }) => name === column.campo);
    const palavras = own && said.get(fields.get(`${own.view} ${own.place}`) ?? '');
    return palavras ? { ...column, palavras } : column;
  });
}
