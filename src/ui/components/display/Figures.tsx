import type { CSSProperties } from 'react';
import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { formatDocument } from '../../../../contract/rules/documents.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';

interface MoneyProps {
  value: Decimal | null | undefined;
  /** Decimals that the parameters set; 3 without one (document 000, section 9). */
  decimals?: number;
}

/** Figures of one width, so that they stand under one another, and never broken from their unit. */
export const FIGURE: CSSProperties = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' };

/** 'R$ 1.234,500' of an exact decimal. */
export const Money = ({ value, decimals }: MoneyProps) =>
  value == null ? null : <span style={FIGURE}>{formatMoney(value, decimals)}</span>;

interface QuantityProps {
  value: Decimal | null | undefined;
  /** 'UN', 'CX'. */
  unit?: string | null;
}

/** '1.234,5 CX': as many decimals as the quantity has. */
export const Quantity = ({ value, unit }: QuantityProps) =>
  value == null ? null : (
    <span style={FIGURE}>{unit ? `${formatQuantity(value)}\u00a0${unit}` : formatQuantity(value)}</span>
  );

/** A CPF or CNPJ with its mask, never broken over two lines. */
export const DocumentText = ({ value }: { value: string | null | undefined }) =>
  value ? <span style={{ whiteSpace: 'nowrap' }}>{formatDocument(value)}</span> : null;
