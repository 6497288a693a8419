import type { RecordFieldType } from '../records/fields/recordField.ts';
import { compareDecimals, parseDecimal } from './decimal.ts';

const SENTENCES: Partial<Record<RecordFieldType, string>> = {
  DATE: 'A data final é anterior à inicial.',
};

/**
 * Why a range cannot hold: it ends before it begins. `null` for one that can, and for one without one of its ends. Days and
 * postal codes are compared as they are written (`YYYY-MM-DD`, eight digits), numbers by their value; with `zeroIsOpen`, an
 * end of 0 means none.
 */
export function rangeProblem(
  from: unknown,
  to: unknown,
  { tipo, zeroIsOpen = false }: { tipo: RecordFieldType; zeroIsOpen?: boolean },
): string | null {
  if (isNone(from) || isNone(to)) return null;
  const [first, last] = [from, to].map((end) => parseDecimal(String(end)));
  const areNumbers = NUMBERS.has(tipo) && first !== null && last !== null;
  if (zeroIsOpen && areNumbers && last && compareDecimals(last, '0') === 0) return null;
  const isBackwards =
    areNumbers && first && last ? compareDecimals(last, first) < 0 : String(to) < String(from);
  return isBackwards ? (SENTENCES[tipo] ?? 'O fim da faixa vem antes do começo.') : null;
}

/** Why a period of two days cannot hold; `null` if it can, or has one day only. */
export const periodProblem = (from?: string | null, to?: string | null): string | null =>
  rangeProblem(from, to, { tipo: 'DATE' });

const NUMBERS = new Set<RecordFieldType>(['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);

const isNone = (value: unknown): boolean => value === undefined || value === null || value === '';
