import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { formatCount } from '../../../../contract/rules/format.ts';
import { countText } from '../countText.ts';

interface SelectionBarProps {
  count: number;
  /** What is ticked, one and many: ['agenda selecionada', 'agendas selecionadas']. */
  words?: readonly [one: string, many: string];
  /** Of the whole filter. With `onSelectAll`, offers to take them all. */
  total?: number;
  onSelectAll?: () => void;
  onClear: () => void;
  /** The actions' buttons. */
  children?: ReactNode;
}

const TICKED = ['selecionado', 'selecionados'] as const;

/** What can be done with the ticked rows; sits at the foot of the list while any is ticked. */
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
