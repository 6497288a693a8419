import { styled } from '@mui/material/styles';
import { type PaletteKey, rowOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { toneColors } from '#ui/theme/theme.tsx';

interface PriorityMarkProps {
  /** `null` for people outside the company. */
  value: string | null;
}

/** The priority beside a status, where it is another than most tickets have. */
export function PriorityMark({ value }: PriorityMarkProps) {
  if (value === null || value === 'NORMAL') return null;
  const { label, color } = rowOf(ticketPriority, value);
  return <Mark tone={color}>{label}</Mark>;
}

const Mark = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: PaletteKey }>(
  ({ theme, tone }) => ({
    marginLeft: 4,
    fontSize: 12,
    fontWeight: 500,
    color: toneColors(theme, tone).text,
  }),
);
