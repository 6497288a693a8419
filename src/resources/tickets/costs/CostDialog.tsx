import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { ticketCostRoutes } from '../../../../contract/sac/ticketCosts.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { CloseButton, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { useUnsaved } from '../../../ui/components/frame/unsaved.ts';
import { textBesideFields } from '../../../ui/shell/errorText.ts';
import { CostFields } from './CostFields.tsx';
import { type CostForm, costInputOf, costTexts, EMPTY_COST } from './costForm.ts';
import { useCostCommand } from './useCostCommand.ts';

interface CostDialogProps {
  ticket: Ticket;
  onClose: () => void;
}

export function CostDialog({ ticket, onClose }: CostDialogProps) {
  const titleId = useId();
  const [form, setForm] = useState<CostForm>(() => startOf(ticket));
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const add = useCostCommand(ticketCostRoutes.create, onClose);
  useUnsaved(form.valor !== '' || form.descricao !== '');
  const texts = costTexts(form);
  const refused = failure instanceof CallFailure ? failure.fields : {};
  const unplaced = failure !== null && textBesideFields(failure, SHOWN);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sending || Object.keys(texts).length > 0) return;
    setSending(true);
    setFailure(null);
    try {
      await add({ params: { idTicket: ticket.id }, body: costInputOf(form) });
    } catch (error) {
      setFailure(error);
      setSending(false);
    }
  };
  return (
    <DialogFrame
      open
      onClose={sending ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>Incluir custo</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          {unplaced && <Alert severity="error">{unplaced}</Alert>}
          <CostFields
            value={form}
            onChange={(part) => setForm((before) => ({ ...before, ...part }))}
            errors={{ ...(tried && texts), ...refused }}
          />
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={sending}>Cancelar</CloseButton>
          <Button type="submit" variant="contained" loading={sending}>
            Incluir
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

/** Fields that show what the server refused of them. */
const SHOWN = ['tipo', 'valor', 'responsavel_id', 'descricao'];

/** Mostly the carrier of the ticket is asked to pay. */
const startOf = ({ transportadora }: Ticket): CostForm => ({
  ...EMPTY_COST,
  payer: transportadora && { id: transportadora.id, nome: transportadora.razSoc },
});
