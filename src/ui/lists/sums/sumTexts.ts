import type { ColumnSum } from '#contract/listSums.ts';
import { type Decimal, decimalPlaces } from '#contract/rules/decimal.ts';
import { formatMoney, formatPercent, NO_VALUE, numberText } from '#contract/rules/format.ts';

/** A sum or a mean as its column writes its values; a mean at most with cents. */
function figureText(formato: ColumnSum['formato'], value: Decimal, most?: number): string {
  if (formato === 'DINHEIRO') return formatMoney(value, 2);
  if (formato === 'PERCENTUAL') return formatPercent(value, Math.min(2, decimalPlaces(value)));
  return numberText(value, most);
}

const sumText = ({ formato, soma }: ColumnSum): string =>
  soma === null ? NO_VALUE : figureText(formato, soma);

const meanText = ({ formato, media }: ColumnSum): string =>
  media === null ? NO_VALUE : figureText(formato, media, 2);

/** 'R$ 1.234,00 · média R$ 12,34'; of percentages, which have no sum, the mean alone. */
export function figuresText(sum: ColumnSum): string {
  if (sum.media === null) return NO_VALUE;
  return sum.soma === null ? `média ${meanText(sum)}` : `${sumText(sum)} · média ${meanText(sum)}`;
}

/** What a group shows of a column: its sum, or the mean where a sum would say nothing. */
export const groupFigure = (sum: ColumnSum | undefined): string => {
  if (!sum) return NO_VALUE;
  return sum.formato === 'PERCENTUAL' ? meanText(sum) : sumText(sum);
};
