import { styled } from '@mui/material/styles';
import { isValueOf } from '../../../contract/catalogs/catalog.ts';
import { trackingOccurrence } from '../../../contract/catalogs/trackingOccurrence.ts';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';

/** 'Saiu para entrega SAI': what the code stands for, and the code itself. One that nobody knows stays as it came. */
export const OccurrenceName = ({ code }: { code: string }) =>
  isValueOf(trackingOccurrence, code) ? (
    <Named>
      <StatusChip value={code} catalog={trackingOccurrence} />
      <small>{code}</small>
    </Named>
  ) : (
    <span>{code || '—'}</span>
  );

const Named = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 6px',
  '& small': { fontSize: 12, whiteSpace: 'nowrap', color: theme.vars.palette.components.textoSecundario },
}));
