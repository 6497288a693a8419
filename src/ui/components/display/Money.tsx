import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import { FIGURE } from './figureStyle.ts';

interface MoneyProps {
  value: Decimal | null | undefined;
  /** Decimals that the parameters set; 3 without one (document 000, section 9). */
  decimals?: number;
}

/** 'R$ 1.234,500' of an exact decimal. */
export const Money = ({ value, decimals }: MoneyProps) =>
  value == null ? null : <span style={FIGURE}>{formatMoney(value, decimals)}</span>;
