import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import ListItemButton from '@mui/material/ListItemButton';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The number of filters in the ticket list. */
const LINES = Array.from({ length: 13 }, (_, n) => `Linha ${n + 1}`);

/** MUI's dialog as in its documentation, with as many lines, over an empty page. */
const Plain = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Filtros</Button>
      <Dialog open={open} onClose={() => setOpen(false)} fullScreen>
        <DialogTitle>Filtros</DialogTitle>
        <DialogContent>
          {LINES.map((line) => (
            <ListItemButton key={line}>{line}</ListItemButton>
          ))}
        </DialogContent>
        <DialogActions>
          <Button>Limpar</Button>
          <Button variant="contained" onClick={() => setOpen(false)}>
            Ver resultados
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};

createRoot(document.getElementById('root') as HTMLElement).render(<Plain />);
