import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { formatCount } from '../../../../contract/rules/format.ts';
import { countText } from '../countText.ts';

interface SelectionBarProps {
  count: number;
  /** Names of the selected items, singular and plural: ['agenda selecionada', 'agendas selecionadas']. */
  words?: readonly [one: string, many: string];
  /** Total number of rows that match the filter. With `onSelectAll`, the bar offers to select them all. */
  total?: number;
  onSelectAll?: () => void;
  onClear: () => void;
  children?: ReactNode;
}

const TICKED = ['selecionado', 'selecionados'] as const;

/** The actions for the selected rows; shown at the bottom of the list while any row is selected. */
export const SelectionBar = ({
  count,
  words = TICKED,
  total,
  onSelectAll,
  onClear,
  children,
}: SelectionBarProps) => {
  if (count === 0) return null;
  return (
    <Paper
      component="section"
      aria-label="Ações para a seleção"
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 'calc(8px + var(--strip-room, 0px))',
        zIndex: 5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        fontSize: 13,
        px: 3,
        py: 1,
      }}
    >
      <span role="status">{formatCount(count, ...words)}</span>
      {onSelectAll && total !== undefined && total > count && (
        <Button size="small" onClick={onSelectAll}>
          Selecionar todos os {countText(total)}
        </Button>
      )}
      <span style={{ flex: 1 }} />
      {children}
      <IconButton aria-label="Limpar seleção" size="small" onClick={onClear}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  );
};
