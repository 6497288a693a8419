import { ticketCopyRoutes } from '#contract/sac/tickets/ticketCopies.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { ticketSnoozeRoutes } from '#contract/sac/tickets/ticketSnoozes.ts';
import { AddCopyDialog } from '#src/resources/tickets/copies/AddCopyDialog.tsx';
import { DueDialog } from '#src/resources/tickets/due/DueDialog.tsx';
import { AssignDialog } from '#src/resources/tickets/moves/AssignDialog.tsx';
import { PriorityDialog } from '#src/resources/tickets/rail/PriorityFact.tsx';
import { SnoozeDialog } from '#src/resources/tickets/snooze/SnoozeDialog.tsx';
import type { Shown } from './shownDialog.ts';

const ticket = {
  id: 812,
  versao: 3,
  prioridade: 'NORMAL',
  prazo: null,
  adiadoAte: null,
  filial: { idFil: 1, razSoc: 'Horizonte São Paulo' },
};
const assigned = { id: 812, versao: 3, operador: { id: 9, nome: 'Bia' }, adiadoAte: null };
const due = { ...ticket, prazo: '2029-12-03T14:00:00.000Z' };
const at = (path: string) => `src/${path}.tsx`;
const onClose = () => {};

export const TICKET_DIALOGS: Record<string, Shown> = {
  'a ticket of somebody else': {
    file: at('resources/tickets/moves/AssignDialog'),
    route: ticketMoveRoutes.assign,
    open: <AssignDialog ticket={assigned as never} onClose={onClose} />,
    confirm: 'Salvar',
    asks: ['operador'],
    edits: { operador: 'Ninguém' },
    record: { versao: 3 },
    changed: { operador: 4 },
  },
  'a ticket of another priority': {
    file: at('resources/tickets/rail/PriorityFact'),
    route: ticketMoveRoutes.prioritize,
    open: <PriorityDialog ticket={ticket as never} onClose={onClose} />,
    confirm: 'Salvar',
    asks: ['prioridade'],
    edits: { prioridade: 'Urgente' },
    record: ticket,
    changed: { prioridade: 'ALTA' },
  },
  'an address in copy': {
    file: at('resources/tickets/copies/AddCopyDialog'),
    route: ticketCopyRoutes.add,
    open: <AddCopyDialog idTicket={812} onClose={onClose} />,
    confirm: 'Incluir',
    asks: ['email'],
    lacks: ['email'],
  },
  'a ticket with another due time': {
    file: at('resources/tickets/due/DueDialog'),
    route: ticketMoveRoutes.changeDue,
    open: <DueDialog ticket={due as never} onClose={onClose} />,
    confirm: 'Salvar',
    asks: ['prazoDia', 'prazoHora', 'motivo'],
    lacks: ['motivo'],
  },
  'a ticket that is put off': {
    file: at('resources/tickets/snooze/SnoozeDialog'),
    route: ticketSnoozeRoutes.snooze,
    open: <SnoozeDialog ticket={ticket as never} onClose={onClose} />,
    confirm: 'Adiar',
    asks: ['voltaDia', 'voltaHora'],
    record: ticket,
    changed: { adiadoAte: '2030-01-02T11:00:00.000Z' },
  },
};
