import { styled } from '@mui/material/styles';
import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { ticketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import { toneColors } from '../../../ui/components/toneColors.ts';

/** The colour of a status, with its word in the title; beside a name, never alone. */
export function StatusDot({ status }: { status: string }) {
  const row = rowOf(ticketStatus, status);
  return <Dot tone={row.color} title={row.label} />;
}

const Dot = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => ({
    flex: 'none',
    width: 8,
    height: 8,
    borderRadius: 4,
    backgroundColor: toneColors(theme, tone).text,
  }),
);
