import { useNotify } from 'ra-core';
import { addDays, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import { ticketSnoozeRoutes } from '#contract/sac/tickets/ticketSnoozes.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { branchZone } from '#data/session.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { HourInput } from '../moves/HourInput.tsx';

/** Asks until when a ticket is put off; tomorrow morning is proposed. */
export function SnoozeDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const notify = useNotify();
  const zone = branchZone(ticket.filial.idFil);
  return (
    <CommandDialog
      route={ticketSnoozeRoutes.snooze}
      params={{ idTicket: ticket.id }}
      record={ticket}
      name="este ticket"
      only={['voltaDia', 'voltaHora']}
      read={(record) => beginning(record?.adiadoAte ?? null, zone)}
      fields={{
        voltaDia: { min: localDate(new Date(), zone), half: true },
        voltaHora: { input: <HourInput route={ticketSnoozeRoutes.snooze} name="voltaHora" />, half: true },
      }}
      decides
      title={`Adiar o ticket ${ticket.id}`}
      text={textOf(ticket, zone)}
      confirmLabel="Adiar"
      onDone={(text) => {
        notify(text, { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const beginning = (until: string | null, zone: TimeZone) =>
  until === null
    ? { voltaDia: addDays(localDate(new Date(), zone), 1), voltaHora: '08:00' }
    : { voltaDia: localDate(until, zone), voltaHora: localTime(until, zone).slice(0, 5) };

const textOf = ({ prazo, filial }: Ticket, zone: TimeZone): string =>
  [
    `Ele sai das filas até o dia e a hora, no relógio da filial ${filial.razSoc}, ou até o cliente responder, o que vier antes.`,
    prazo === null
      ? 'Todos da empresa veem até quando está adiado.'
      : `O prazo continua correndo, até ${formatDateTime(prazo, zone)}.`,
  ].join(' ');
