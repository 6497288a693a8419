import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { mailAddressRoutes } from '../../../../contract/sac/mailAddresses.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { useRouteCommand } from '../../../dataProvider/useRoute.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { useCan } from '../../../ui/shell/usePerson.ts';

/** Whether the contact receives e-mails about the ticket, with a switch to stop or resume them on request. */
export function MailSwitch({ ticketId, contact }: { ticketId: number; contact: Ticket['contato'] }) {
  const may = useCan().can('TICKETS_RESPONDER');
  const notify = useNotify();
  const change = useRouteCommand(mailAddressRoutes.change);
  const [avisos, setAvisos] = useState(contact.avisos);
  if (!avisos) return null;
  const reached = avisos.recebe && !avisos.falha;
  const turn = async () => {
    try {
      const { data } = await change.mutateAsync({
        params: { idTicket: ticketId },
        body: { recebe: !reached },
      });
      setAvisos({ recebe: !reached, falha: '' });
      notify(data.message, { type: 'success' });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <div>
      {avisos.falha
        ? `Os e-mails não chegam: ${avisos.falha}`
        : avisos.recebe
          ? 'Recebe os avisos por e-mail.'
          : 'Não recebe avisos por e-mail.'}{' '}
      {may && (
        <Button size="small" onClick={turn} sx={{ p: 0, minWidth: 0, verticalAlign: 'baseline' }}>
          {reached ? 'Desligar' : 'Ligar'}
        </Button>
      )}
    </div>
  );
}
