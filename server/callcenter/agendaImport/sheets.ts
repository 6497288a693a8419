import type { AgendaImportKey } from '../../../contract/records/agendaImportTypes.ts';
import { AGENDA_COLUMNS, type AgendaColumn } from '../../../contract/rules/agendas/agendaLine.ts';
import { addDays, formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import type { SheetFormat } from '../../../contract/rules/sheetFormats.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context } from '../../context.ts';
import type { FileAnswer } from '../../fileAnswer.ts';

const WIDTHS: Record<AgendaColumn, number> = {
  colaborador: 16,
  cliente: 20,
  data: 12,
  hora: 8,
  tipo: 12,
  assunto: 36,
  descricao: 60,
};

const columnsFor = (key: AgendaImportKey): AgendaColumn[] =>
  (Object.keys(AGENDA_COLUMNS) as AgendaColumn[]).filter(
    (each) => key !== 'agendas' || each !== 'colaborador',
  );

const sheetColumns = (columns: readonly AgendaColumn[]): SheetColumn[] =>
  columns.map((column) => ({ title: AGENDA_COLUMNS[column], kind: 'text', width: WIDTHS[column] }));

async function* given(rows: readonly string[][]) {
  yield* rows;
}

/** An empty sheet with the right heading, and one line that shows how it is filled in. */
export function agendaTemplate(
  ctx: Pick<Context, 'now'>,
  key: AgendaImportKey,
  formato: SheetFormat = 'xlsx',
): FileAnswer {
  const columns = columnsFor(key);
  const tomorrow = addDays(localDate(ctx.now(), DEFAULT_TIME_ZONE), 1);
  const example: Record<AgendaColumn, string> = {
    colaborador: '12',
    cliente: '345',
    data: formatCalendarDate(tomorrow),
    hora: '09:30',
    tipo: 'Contato',
    assunto: 'Apresentar a linha nova',
    descricao: 'Apague esta linha de exemplo.',
  };
  return fileOf(`modelo de agendas.${formato}`, formato, sheetColumns(columns), [
    columns.map((each) => example[each]),
  ]);
}

function fileOf(name: string, formato: SheetFormat, columns: SheetColumn[], rows: string[][]): FileAnswer {
  const { mime, write } = sheetWriters[formato];
  return {
    content: write({ name: 'Agendas', columns, rows: given(rows), zone: DEFAULT_TIME_ZONE }),
    name,
    mime,
  };
}
