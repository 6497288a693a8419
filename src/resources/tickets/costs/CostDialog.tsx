import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Route } from '../../../../contract/route.ts';
import { ticketCostRoutes } from '../../../../contract/sac/ticketCosts.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { type CallInput, call } from '../../../dataProvider/call.ts';
import { createIdempotencyKeys } from '../../../dataProvider/createIdempotencyKeys.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { CloseButton, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { useUnsaved } from '../../../ui/components/frame/unsaved.ts';
import { textBesideFields } from '../../../ui/shell/errorText.ts';
import { CostFields, type CostForm, costInputOf, costTexts, EMPTY_COST } from './CostFields.tsx';

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
  const unplaced = failure !== null && textBesideFields(failure, FIELDS);
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

/** Fields that display the server's errors. */
const FIELDS = ['tipo', 'valor', 'responsavel_id', 'descricao'];

/** In most cases the ticket's carrier is asked to pay. */
const startOf = ({ transportadora }: Ticket): CostForm => ({
  ...EMPTY_COST,
  payer: transportadora && { id: transportadora.id, nome: transportadora.razSoc },
});

type DoneRoute = Route & { response: { static: { data: { message: string } } } };

/** Sends a change of the costs, shows the server's message and refetches the page. A retry has the same key. */
export function useCostCommand<R extends DoneRoute>(route: R, onDone: () => void) {
  const notify = useNotify();
  const queries = useQueryClient();
  const keyOf = useRef(createIdempotencyKeys()).current;
  return async (input: CallInput<R>) => {
    const answer = (await call(route, input, { idempotencyKey: keyOf(input) })) as {
      data: { message: string };
    };
    notify(answer.data.message, { type: 'success' });
    onDone();
    void queries.invalidateQueries();
  };
}
