import type { CSSProperties } from 'react';
import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { formatDocument } from '../../../../contract/rules/documents.ts';
import { DEFAULT_VALUE_DECIMALS, formatMoney } from '../../../../contract/rules/format.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import { currentInitialLoad } from '../../../dataProvider/session.ts';

interface MoneyProps {
  value: Decimal | null | undefined;
  /** Number of decimals set by the parameters; 3 by default (document 000, section 9). */
  decimals?: number;
}

/** Tabular figures, so that they align vertically, never separated from their unit by a line break. */
export const FIGURE: CSSProperties = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' };

/** Formats an exact decimal as 'R$ 1.234,500'. */
export const Money = ({ value, decimals }: MoneyProps) =>
  value == null ? null : <span style={FIGURE}>{formatMoney(value, decimals)}</span>;

interface QuantityProps {
  value: Decimal | null | undefined;
  /** E.g. 'UN' or 'CX'. */
  unit?: string | null;
}

/** '1.234,5 CX', with as many decimals as the quantity has. */
export const Quantity = ({ value, unit }: QuantityProps) =>
  value == null ? null : (
    <span style={FIGURE}>{unit ? `${formatQuantity(value)}\u00a0${unit}` : formatQuantity(value)}</span>
  );

/** A formatted CPF or CNPJ, never broken across lines. */
export const DocumentText = ({ value }: { value: string | null | undefined }) =>
  value ? <span style={{ whiteSpace: 'nowrap' }}>{formatDocument(value)}</span> : null;

/** Number of decimals for monetary values, as set by the parameters (document 000 section 9). */
export function useValueDecimals(): number {
  const value = currentInitialLoad()?.parametros.casasDecimaisValor;
  return typeof value === 'number' ? value : DEFAULT_VALUE_DECIMALS;
}
