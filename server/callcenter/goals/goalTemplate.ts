import { formatMonth } from '../../../contract/rules/goals/goalLine.ts';
import type { SheetFormat } from '../../../contract/rules/sheetFormats.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context } from '../../context.ts';
import type { FileAnswer } from '../../fileAnswer.ts';

const COLUMNS: SheetColumn[] = [
  { title: 'Colaborador', kind: 'text', width: 30 },
  { title: 'Mês', kind: 'text', width: 12 },
  { title: 'Valor', kind: 'text', width: 16 },
  { title: 'Margem', kind: 'text', width: 16 },
];

async function* rowsOf(rows: readonly string[][]) {
  yield* rows;
}

/** The heading that the import reads, and a line that shows how it is filled in: nobody is called so. */
export function goalTemplate({ now }: Pick<Context, 'now'>, formato: SheetFormat = 'xlsx'): FileAnswer {
  const { mime, write } = sheetWriters[formato];
  const month = formatMonth(localDate(now(), DEFAULT_TIME_ZONE));
  return {
    content: write({
      name: 'Objetivos',
      columns: COLUMNS,
      rows: rowsOf([['código, CPF ou matrícula', month, '50.000,00', '12.500,00']]),
      zone: DEFAULT_TIME_ZONE,
    }),
    name: `modelo de objetivos.${formato}`,
    mime,
  };
}
