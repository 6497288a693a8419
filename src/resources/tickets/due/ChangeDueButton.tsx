import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Ticket } from '#contract/sac/tickets.ts';
import { DueDialog } from './DueDialog.tsx';

/** Beside the due time of a ticket that is open: the dialog that changes it. */
export function ChangeDueButton({ ticket }: { ticket: Ticket }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label="Mudar o prazo"
        onClick={() => setOpen(true)}
        sx={{ p: 0, minWidth: 0, verticalAlign: 'baseline' }}
      >
        Mudar
      </Button>
      {open && <DueDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}
