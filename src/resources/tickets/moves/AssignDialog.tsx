import { useState } from 'react';
import { attendantChoices } from '#contract/rules/absence.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { FlagField, useBodyField, useBodyForm } from '#ui/editing/BodyField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { useTicketUndo } from '../shared/useTicketUndo.ts';

const route = ticketMoveRoutes.assign;

interface AssignDialogProps {
  ticket: Pick<TicketRow, 'id' | 'versao' | 'operador'>;
  /** The cell in whose place it is opened. */
  cell?: HTMLElement;
  onClose: () => void;
}

/** Gives a ticket to somebody else, or to nobody. */
export function AssignDialog({ ticket, cell, onClose }: AssignDialogProps) {
  const { id, versao, operador } = ticket;
  const offer = useTicketUndo();
  const { data = [], error } = useRoute(lookupRoutes.availableAttendants, { query: { idTicket: id } });
  return (
    <CommandDialog
      route={route}
      params={{ idTicket: id }}
      record={{ versao, operador: operador?.id ?? null }}
      name="este ticket"
      fields={{
        operador: {
          choices: attendantChoices(data, operador),
          none: 'Ninguém',
          required: false,
          hint: error?.message,
          clears: ['confirmar'],
        },
        confirmar: { input: <AskedInput />, sent: (isConfirmed: boolean) => isConfirmed || undefined },
      }}
      title={ticketWording(`Operador do ticket ${id}`)}
      confirmLabel="Salvar"
      cell={cell}
      sends="operador"
      onDone={(text, { data: changed }) => {
        offer('assignTicket', text, changed);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Nothing until the server has asked; another person is another question. */
function AskedInput() {
  const { words, value, problem, set } = useBodyField(route, 'confirmar');
  const { operador } = useBodyForm().value;
  const [asked, setAsked] = useState({ text: problem, about: operador });
  if (problem !== undefined && (problem !== asked.text || operador !== asked.about))
    setAsked({ text: problem, about: operador });
  if (asked.text === undefined || asked.about !== operador) return null;
  return <FlagField label={words.label} value={value === true} onChange={set} helperText={asked.text} />;
}
