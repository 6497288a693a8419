import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { themeColors } from '../toneColors.ts';

export interface KeyValue {
  label: string;
  /** Nothing shows as a dash, so that a missing value is seen to be missing. */
  value: ReactNode;
}

interface KeyValueListProps {
  items: readonly KeyValue[];
  /** Side by side from this many pixels a pair; 1 column in a narrow rail. */
  pairWidth?: number;
}

/** Labels and values, as many columns as fit. */
export const KeyValueList = ({ items, pairWidth = 220 }: KeyValueListProps) => (
  <List style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${pairWidth}px, 100%), 1fr))` }}>
    {items.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value == null || value === '' || value === false ? '—' : value}</dd>
      </div>
    ))}
  </List>
);

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: '12px 16px',
  margin: 0,
  '& dt': { fontSize: 12, color: themeColors(theme).text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));
