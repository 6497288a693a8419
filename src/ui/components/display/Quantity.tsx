import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import { FIGURE } from './figureStyle.ts';

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
