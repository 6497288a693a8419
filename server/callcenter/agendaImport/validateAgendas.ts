import {
  type AgendaCheckBody,
  type AgendaImportBatch,
  MOST_IMPORT_LINES,
} from '../../../contract/callcenter/agendaImport.ts';
import {
  AGENDA_COLUMNS,
  columnsOf,
  type RawAgendaLine,
} from '../../../contract/rules/agendaImport/agendaLine.ts';
import type { Context } from '../../context.ts';
import { importBatches } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { plainTexts } from '../../plainText.ts';
import { ownSheet } from '../ownSheet.ts';
import { type BatchLine, batchView, newLine } from './batchLine.ts';
import { judgeLines } from './judge.ts';

/** Own agendas, or (SUPERVISOR) those of the collaborator that each line names. */
export type AgendaImportKind = 'AGENDAS' | 'AGENDAS_SUPERVISOR';

interface Given extends AgendaCheckBody {
  kind: AgendaImportKind;
}

/** The first phase: what was sent is read and judged line by line, and kept as a batch. Nothing else is written. */
export async function validateAgendas(ctx: Context, given: Given): Promise<AgendaImportBatch> {
  const lines = given.arquivo
    ? await linesOfFile(ctx, given.arquivo.id, given.kind)
    : linesOf(given.linhas ?? []);
  await judgeLines(ctx.db, ctx, lines, { withCollaborator: given.kind === 'AGENDAS_SUPERVISOR' });
  const [batch] = await ctx.db
    .insert(importBatches)
    .values({ kind: given.kind, personId: ctx.user.id, lines: lines as never, createdAt: ctx.now() })
    .returning({ id: importBatches.id });
  if (!batch) throw new Error('a batch was not written');
  return batchView({ id: batch.id, lines, takenAt: null });
}

function linesOf(given: readonly RawAgendaLine[]): BatchLine[] {
  if (given.length === 0) throw invalid({ arquivo: 'Envie uma planilha ou as linhas.' });
  return given.map((line, index) => newLine(index + 1, plainTexts({ ...line })));
}

async function linesOfFile(ctx: Context, id: string, kind: AgendaImportKind): Promise<BatchLine[]> {
  const rows = await ownSheet(ctx, id, MOST_IMPORT_LINES);
  const columns = columnsOf(rows[0] ?? []);
  requireColumns(columns, kind);
  return rows.slice(1).flatMap((row, index) => {
    if (!row.some(Boolean)) return [];
    const lido = Object.fromEntries(
      columns.flatMap((column, place) =>
        column ? [[column, row[place]?.slice(0, LONGEST_CELL) ?? '']] : [],
      ),
    );
    return [newLine(index + 2, plainTexts(lido))];
  });
}

const LONGEST_CELL = 4000;

function requireColumns(columns: readonly (string | null)[], kind: AgendaImportKind) {
  const demanded = [
    'cliente',
    'data',
    'hora',
    'assunto',
    ...(kind === 'AGENDAS' ? [] : ['colaborador']),
  ] as const;
  const missing = demanded.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw refused(
      'COLUNAS_FALTANDO',
      `A planilha não tem as colunas ${missing.map((column) => AGENDA_COLUMNS[column as keyof typeof AGENDA_COLUMNS]).join(', ')}. Baixe o modelo e preencha-o.`,
    );
}
