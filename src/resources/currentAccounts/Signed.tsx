import { styled } from '@mui/material/styles';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { toneColors } from '../../ui/components/toneColors.ts';

/** An amount with its sign: what is below zero is told by sign and colour. */
export const Signed = ({ value }: { value: Decimal }) => (
  <Amount data-negative={value.startsWith('-') || undefined}>{formatMoney(value, 2)}</Amount>
);

const Amount = styled('span')(({ theme }) => ({
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  '&[data-negative]': { color: toneColors(theme, 'perigo').text },
}));
