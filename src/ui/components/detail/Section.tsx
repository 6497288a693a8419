import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { NO_VALUE } from '#contract/rules/format.ts';
import { themeColors } from '../../theme/theme.tsx';
import { useLabelWord } from '../../words.ts';

interface SectionProps {
  title: string;
  /** One sentence that describes the content. */
  description?: string;
  /** Buttons to the right of the title. */
  actions?: ReactNode;
  /** The heading level on its page. */
  level?: 2 | 3 | 4;
  /** Reduces the height to that of the title, for collapsed or small content. */
  dense?: boolean;
  children: ReactNode;
}

/** A card with a title and a one-sentence description. */
export const Section = ({
  title,
  description,
  actions,
  level = 2,
  dense = false,
  children,
}: SectionProps) => {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={dense ? { px: 4, py: 1 } : { p: 4 }}
    >
      <div
        style={{
          display: 'flex',
          alignItems: dense ? 'center' : 'flex-start',
          gap: 8,
          marginBottom: dense ? 0 : 12,
        }}
      >
        <div style={{ flex: 1, minWidth: 0 }}>
          <Typography id={id} component={`h${level}`} sx={{ fontSize: 15, fontWeight: 600, lineHeight: 1.4 }}>
            {title}
          </Typography>
          {description && (
            <Typography variant="body2" color="text.secondary">
              {description}
            </Typography>
          )}
        </div>
        {actions}
      </div>
      {children}
    </Paper>
  );
};

export interface KeyValue {
  label: string;
  /** An empty value is shown as a dash, so that it is recognisable as missing. */
  value: ReactNode;
}

interface KeyValueListProps {
  items: readonly KeyValue[];
  /** Minimum pixels per pair before pairs are placed side by side; a narrow rail has 1 column. */
  pairWidth?: number;
}

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: '12px 16px',
  margin: 0,
  '& dt': { fontSize: 12, color: themeColors(theme).text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));

/** Labels and values, in as many columns as fit. */
export const KeyValueList = ({ items, pairWidth = 220 }: KeyValueListProps) => {
  const word = useLabelWord();
  return (
    <List style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${pairWidth}px, 100%), 1fr))` }}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{word(label)}</dt>
          <dd>{value == null || value === '' || value === false ? NO_VALUE : value}</dd>
        </div>
      ))}
    </List>
  );
};
