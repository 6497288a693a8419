import Button, { type ButtonProps } from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { OF_COLLEAGUE } from '#contract/rules/tickets/taking.ts';
import { type BulkData, ticketBulkRoutes } from '#contract/sac/tickets/ticketBulk.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useTicketRefresh } from '#ui/jobs/useJob.ts';
import { useCan } from '#ui/shell/usePerson.ts';

const CLOSED = new Set(ticketStatus.flatMap(({ value, closed }) => (closed ? [value as string] : [])));

/** 'Assumir': assigns the ticket to the person. Hidden for those who already have it or may not take it. */
export function TakeButton({ ticket, sx }: { ticket: Ticket; sx?: ButtonProps['sx'] }) {
  const { can } = useCan();
  const notify = useNotify();
  const refresh = useTicketRefresh();
  const me = currentInitialLoad()?.colaborador;
  const [question, setQuestion] = useState<string | null>(null);
  const assign = useRouteCommand(ticketBulkRoutes.run, {
    onSuccess: ({ data }) => {
      refresh();
      const [refusal] = data.falhas;
      setQuestion(refusal?.codigo === OF_COLLEAGUE ? refusal.mensagem : null);
      if (refusal?.codigo === OF_COLLEAGUE) return;
      if (refusal) notify(refusal.mensagem, { type: 'error' });
      else notify('O ticket é seu.', { type: 'success' });
    },
    onError: ({ message }) => notify(message, { type: 'error' }),
  });
  const mayTake =
    can('TICKETS_LOTE') &&
    can('TICKETS_RESPONDER_INTERNO') &&
    ticket.acoes.responder &&
    ticket.operador?.id !== me?.id &&
    !CLOSED.has(ticket.status);
  if (!mayTake || !me) return null;
  const take = (dados: BulkData) =>
    assign.mutate({ params: { acao: 'atribuir' }, body: { ids: [ticket.id], dados } });
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        loading={assign.isPending}
        onClick={() => take({ operador: me.id })}
        {...(sx && { sx })}
      >
        Assumir
      </Button>
      <ConfirmDialog
        open={question !== null}
        title="Assumir o ticket de um colega?"
        text={question}
        confirmLabel="Assumir"
        onConfirm={() => take({ operador: me.id, confirmar: true })}
        onCancel={() => setQuestion(null)}
      />
    </>
  );
}
