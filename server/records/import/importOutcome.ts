import { eq, sql } from 'drizzle-orm';
import { recordText } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import type { Tx } from '../../db/client.ts';
import { insertMany } from '../../db/manyRows.ts';
import { type ImportedChange, recordImportRefusals, recordImports } from '../../db/tables/index.ts';
import { plainTexts } from '../../text/plainText.ts';
import type { RowResult } from '../write/pendingRow.ts';
import type { ColumnProblem, FileRow } from './fileRows.ts';
import { linesOf, problemLine } from './groupedRows.ts';
import type { ImportTarget } from './importTarget.ts';

type ImportRecord = typeof recordImports.$inferSelect;

const SHOWN_CHANGES = 100;

export interface Outcome {
  rows: readonly FileRow[];
  results: Map<FileRow, RowResult>;
}

export const outcomeOf = (rows: readonly FileRow[], results: readonly RowResult[]): Outcome['results'] =>
  new Map(rows.flatMap((row, index) => (results[index] ? [[row, results[index]] as const] : [])));

/** Counts a batch, and stores its refused lines with what was found wrong in each. */
export async function writeOutcome(
  tx: Tx,
  job: ImportRecord,
  target: ImportTarget,
  { rows, results }: Outcome,
) {
  const count = (which: RowResult['resultado']) =>
    [...results.values()].filter(({ resultado }) => resultado === which).length;
  for (const [row, result] of results) addProblems(job, row, result, target);
  const refusals = rows.flatMap((row) =>
    refusalsOf(row).map((refusal) => ({ importId: job.id, ...refusal })),
  );
  await insertMany(tx, recordImportRefusals, plainTexts(refusals), sql`on conflict do nothing`);
  const unchangedRows = keptOf(rows, results, target);
  const changes = job.dryRun ? changesOf(rows, results, target) : [];
  await tx
    .update(recordImports)
    .set({
      read: sql`${recordImports.read} + ${rows.flatMap(linesOf).length}`,
      created: sql`${recordImports.created} + ${count('criado')}`,
      changed: sql`${recordImports.changed} + ${count('mudado')}`,
      equal: sql`${recordImports.equal} + ${count('igual')}`,
      refused: sql`${recordImports.refused} + ${refusals.length}`,
      kept: sql`${recordImports.kept} + ${unchangedRows.length}`,
      ...(changes.length > 0 && { changes: added(recordImports.changes, changes) }),
      ...(unchangedRows.length > 0 && {
        keptFields: added(recordImports.keptFields, unchangedRows.slice(0, SHOWN_CHANGES)),
      }),
    })
    .where(eq(recordImports.id, job.id));
}

/** A record is refused with all of its lines, so that the file of refused lines can be mended and sent again. */
function refusalsOf(row: FileRow): { line: number; problems: ColumnProblem[]; cells: string[] }[] {
  const faulty = linesOf(row).find(({ problems }) => problems.length > 0);
  if (!faulty) return [];
  const together = {
    coluna: -1,
    problema: `Recusada com a linha ${faulty.line}, que é do mesmo registro.`,
  };
  return linesOf(row).map(({ line, problems, cells }) => ({
    line,
    cells,
    problems: problems.length > 0 ? problems : [together],
  }));
}

/** Only the first entries of a run are kept for display. */
const added = (
  column: typeof recordImports.changes | typeof recordImports.keptFields,
  more: readonly object[],
) =>
  sql`case when jsonb_array_length(${column}) < ${SHOWN_CHANGES}
    then ${column} || ${JSON.stringify(more)}::jsonb else ${column} end`;

const keptOf = (rows: readonly FileRow[], results: Outcome['results'], { type }: ImportTarget) =>
  rows.flatMap((row) => {
    const unchangedFields = results.get(row)?.mantidos ?? [];
    return unchangedFields.length > 0
      ? [{ linha: row.line, campos: unchangedFields.map((key) => type.campos[key]?.titulo ?? key) }]
      : [];
  });

/** The validator names fields, but users look for columns. A problem in no column is reported with the field's title. */
function problemAt(
  job: ImportRecord,
  field: string,
  problema: string,
  { campos }: ImportTarget['type'],
): ColumnProblem {
  const own = field.replace(/\/\d+\//, '/+/');
  const coluna = job.columns.findIndex(
    (path) =>
      path !== null &&
      (path === field || path === own || path.startsWith(`${field}/`) || field.startsWith(`${path}/`)),
  );
  const titulo = campos[field.split('/')[0] ?? '']?.titulo;
  return { coluna, problema: coluna < 0 && titulo ? `${titulo}: ${problema}` : problema };
}

function changesOf(
  rows: readonly FileRow[],
  results: Outcome['results'],
  { type }: ImportTarget,
): ImportedChange[] {
  const shown = (key: string, value: unknown) => {
    const field = type.campos[key];
    return field && value !== null ? recordText(field, value) : value === null ? '' : textOf(value);
  };
  return rows
    .flatMap((row) =>
      Object.entries(results.get(row)?.mudancas ?? {}).map(([key, { antes, depois }]) => ({
        linha: row.line,
        campo: type.campos[key]?.titulo ?? 'Códigos em outros sistemas',
        antes: shown(key, antes),
        depois: shown(key, depois),
      })),
    )
    .slice(0, SHOWN_CHANGES);
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value as RecordData)
        .map(([source, code]) => `${source}: ${String(code)}`)
        .join(', ')
    : String(value);

/** Adds the faults that the pipeline found to the lines that they are on. */
export function addProblems(
  job: ImportRecord,
  row: FileRow,
  result: RowResult | undefined,
  { type }: ImportTarget,
  among: (row: FileRow, found: readonly ColumnProblem[]) => readonly ColumnProblem[] = (_, found) => found,
) {
  for (const [field, sentence] of Object.entries(result?.erros ?? {})) {
    const line = problemLine(row, field);
    line.problems.push(...among(line, [problemAt(job, field, sentence, type)]));
  }
}
