import { styled } from '@mui/material/styles';
import type { KeyValue } from '../../../ui/components/detail/KeyValueList.tsx';

/** Labels at the left, values at the right: as dense as a rail needs. Nothing shows as a dash. */
export const Facts = ({ items }: { items: readonly KeyValue[] }) => (
  <List>
    {items.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value == null || value === '' ? '—' : value}</dd>
      </div>
    ))}
  </List>
);

const List = styled('dl')(({ theme: { vars } }) => ({
  margin: 0,
  display: 'grid',
  gap: 6,
  fontSize: 13,
  lineHeight: '20px',
  '& > div': { display: 'grid', gridTemplateColumns: '104px minmax(0, 1fr)', columnGap: 12 },
  '& dt': { color: vars.palette.components.textoSecundario },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));
