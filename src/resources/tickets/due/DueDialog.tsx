import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { branchZone, ticketWording } from '#data/session.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { HourInput } from '../moves/HourInput.tsx';
import { useTicketUndo } from '../shared/useTicketUndo.ts';

const route = ticketMoveRoutes.changeDue;

interface DueDialogProps {
  ticket: Pick<TicketRow, 'id' | 'versao' | 'prazo' | 'filial'>;
  /** The cell in whose place it is opened. */
  cell?: HTMLElement;
  onClose: () => void;
}

/** Asks until when the present step of a ticket is to be done, and why it is another time. */
export function DueDialog({ ticket, cell, onClose }: DueDialogProps) {
  const offer = useTicketUndo();
  const zone = branchZone(ticket.filial.idFil);
  return (
    <CommandDialog
      route={route}
      params={{ idTicket: ticket.id }}
      record={ticket}
      name="este ticket"
      read={(record) => asked(record?.prazo ?? null, zone)}
      fields={{
        prazoDia: { min: localDate(new Date(), zone), half: true },
        prazoHora: { input: <HourInput route={route} name="prazoHora" />, half: true, required: true },
      }}
      title={ticketWording(`Prazo do ticket ${ticket.id}`)}
      text={textOf(ticket, zone)}
      confirmLabel="Salvar"
      cell={cell}
      onDone={(text, { data }) => {
        offer('changeTicketDue', text, data);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** The present due time, which the person moves; of one that has passed nothing is left to begin with. */
const asked = (due: string | null, zone: TimeZone) =>
  due === null || new Date(due) <= new Date()
    ? { prazoDia: null, prazoHora: '' }
    : { prazoDia: localDate(due, zone), prazoHora: localTime(due, zone).slice(0, 5) };

const textOf = ({ prazo, filial }: DueDialogProps['ticket'], zone: TimeZone): string =>
  [
    prazo === null ? 'Esta etapa não tem prazo.' : `O prazo atual é ${formatDateTime(prazo, zone)}.`,
    `Escolha um momento do expediente da filial ${filial.razSoc}. O motivo fica no histórico, que só a empresa lê.`,
  ].join(' ');
