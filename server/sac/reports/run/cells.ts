import pg from 'pg';
import { parseDecimal } from '../../../../contract/rules/decimal.ts';
import type { ColumnType } from '../../../../contract/rules/reports/report.ts';
import type { ReportCell } from '../../../../contract/rules/reports/results.ts';

export interface DescribedColumn {
  name: string;
  /** What PostgreSQL answers in it; `null` for a type that no report shows. */
  kind: 'texto' | 'inteiro' | 'decimal' | 'data' | 'momento' | 'logico' | null;
  type: number;
}

const KINDS: Readonly<Record<number, DescribedColumn['kind']>> = {
  25: 'texto',
  1042: 'texto',
  1043: 'texto',
  20: 'inteiro',
  21: 'inteiro',
  23: 'inteiro',
  1700: 'decimal',
  1082: 'data',
  1184: 'momento',
  16: 'logico',
};

export const describedColumns = (fields: readonly pg.FieldDef[]): DescribedColumn[] =>
  fields.map(({ name, dataTypeID }) => ({ name, kind: KINDS[dataTypeID] ?? null, type: dataTypeID }));

/** What each type of a declared column may be filled with. */
export const FITS: Readonly<Record<ColumnType, readonly DescribedColumn['kind'][]>> = {
  TEXTO: ['texto'],
  INTEIRO: ['inteiro'],
  DECIMAL: ['decimal', 'inteiro'],
  DINHEIRO: ['decimal', 'inteiro'],
  PERCENTUAL: ['decimal', 'inteiro'],
  DATA: ['data'],
  DATAHORA: ['momento'],
  LOGICO: ['logico'],
};

/** Values come as PostgreSQL writes them: an exact decimal stays exact. */
export const TEXT_ONLY = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

const MOMENT = pg.types.getTypeParser(1184, 'text') as (text: string) => Date | number;

export function cellReader({ kind }: DescribedColumn): (text: string | null) => ReportCell {
  switch (kind) {
    case 'inteiro':
      return (text) => (text === null || !Number.isSafeInteger(Number(text)) ? text : Number(text));
    case 'decimal':
      // Neither NaN nor infinity is a figure that anybody can read.
      return (text) => (text === null ? null : parseDecimal(text));
    case 'logico':
      return (text) => (text === null ? null : text === 't');
    case 'momento':
      return (text) => {
        const moment = text === null ? null : MOMENT(text);
        return moment instanceof Date ? moment.toISOString() : null;
      };
    default:
      return (text) => text;
  }
}
