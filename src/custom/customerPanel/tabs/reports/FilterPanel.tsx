import TuneOutlined from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Paper from '@mui/material/Paper';
import { type ReactNode, useId } from 'react';

interface FilterPanelProps {
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** 'SELECIONAR FILTROS' opens and closes; the result takes the room when it is closed. */
export function FilterPanel({ open, onToggle, children }: FilterPanelProps) {
  const id = useId();
  return (
    <Paper variant="outlined">
      <Button
        fullWidth
        color="inherit"
        startIcon={<TuneOutlined />}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        sx={{ justifyContent: 'flex-start', px: 4, py: 2, letterSpacing: '0.04em' }}
      >
        SELECIONAR FILTROS
      </Button>
      <Collapse in={open} id={id}>
        <Box sx={{ px: 4, pb: 4, pt: 1, maxWidth: 480 }}>{children}</Box>
      </Collapse>
    </Paper>
  );
}
