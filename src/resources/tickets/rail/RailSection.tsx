import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import type { KeyValue } from '../../../ui/components/detail/Section.tsx';

interface RailSectionProps {
  title: string;
  /** Shown to the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of the rail: a hairline, a subdued title, facts. */
export function RailSection({ title, action, children }: RailSectionProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ py: 3, borderTop: (t) => `1px solid ${t.vars.palette.components.linha}` }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 28, mb: 1 }}
      >
        <Typography id={id} variant="subtitle2" component="h2">
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Box>
  );
}

/** Labels on the left, values on the right, as compact as a rail requires. Empty values are shown as a dash. */
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
