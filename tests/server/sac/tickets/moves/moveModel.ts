import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';

/**
 * A small reference model of how tickets move, written from docs/domain.md 2 to 4 and independently of the code: three
 * tickets over the same two invoice lines, of a customer who pays no ICMS.
 */
export interface Model {
  tickets: ModelTicket[];
  /** The `qtd_devolvida` of each invoice line. */
  returned: number[];
}

export interface ModelTicket {
  flow: 'DEVOLUCAO' | 'RECLAMACAO_GERAL';
  step: string;
  status: TicketStatus;
  /** Steps passed so far. */
  way: string[];
  version: number;
  archived: boolean;
  /** One per invoice line. */
  lines: { status: 'AN' | 'A' | 'N'; authorized: number; settled: boolean }[];
}

export const PURCHASED = 10;
export const REQUESTED = 4;

/** The decision of an analysis on both lines: the authorised quantity of each; `null` sends none. */
export type Analysis = readonly number[] | null;

export type Command =
  | { kind: 'advance'; ticket: number; pick: number; reason: boolean; end: End; analysis: Analysis }
  | { kind: 'finish'; ticket: number; end: End }
  | { kind: 'goBack' | 'cancel' | 'reopen' | 'archive' | 'unarchive' | 'reclassify'; ticket: number };
type End = 'PROCEDENTE' | 'IMPROCEDENTE' | null;

interface Way {
  to: string;
  reason?: boolean;
  /** Result required by the transition. */
  result?: 'IMPROCEDENTE';
}

const ANALYSIS = 'ANALISE_DEVOLUCAO';
const ENTRY: Record<string, TicketStatus> = {
  ABERTURA: 'ABERTO',
  COMPLEMENTO_CLIENTE: 'AGUARDANDO_CLIENTE',
  COLETA: 'AGUARDANDO_TERCEIRO',
  TROCA: 'AGUARDANDO_TERCEIRO',
  REENVIO: 'AGUARDANDO_TERCEIRO',
  FINALIZADO: 'FINALIZADO',
};
const entryOf = (step: string): TicketStatus => ENTRY[step] ?? 'EM_ATENDIMENTO';

/** The standard transition first; `null` where none is standard for this customer. */
const WAYS: Record<ModelTicket['flow'], Record<string, (Way | null)[]>> = {
  DEVOLUCAO: {
    ABERTURA: [{ to: ANALYSIS }],
    [ANALYSIS]: [
      null,
      { to: 'COMPLEMENTO_CLIENTE', reason: true },
      { to: 'NF_ENTRADA_PROPRIA' },
      { to: 'FINALIZADO', reason: true, result: 'IMPROCEDENTE' },
    ],
    COMPLEMENTO_CLIENTE: [{ to: ANALYSIS }],
    NF_ENTRADA_PROPRIA: [{ to: 'COLETA' }, { to: 'FINANCEIRO', reason: true }],
    COLETA: [{ to: 'CONFERENCIA_DEVOLUCAO' }],
    FINANCEIRO: [{ to: 'FINALIZADO' }],
  },
  RECLAMACAO_GERAL: {
    ABERTURA: [{ to: 'TRATATIVA' }],
    TRATATIVA: [
      { to: 'FINALIZADO' },
      { to: 'TROCA' },
      { to: 'REENVIO' },
      { to: 'RESSARCIMENTO', reason: true },
    ],
    TROCA: [{ to: 'FINALIZADO' }, { to: 'TRATATIVA', reason: true }],
    REENVIO: [{ to: 'FINALIZADO' }, { to: 'TRATATIVA', reason: true }],
    RESSARCIMENTO: [{ to: 'FINALIZADO' }, { to: 'TRATATIVA', reason: true }],
  },
};

/** The steps reachable from the current one, and one that never is; `null` is the standard transition. */
export function choices({ flow, step }: ModelTicket): (string | null)[] {
  return [null, ...(WAYS[flow][step] ?? []).slice(1).map((way) => way?.to ?? null), 'SEGUNDA_LUA'];
}

export const heldOf = ({ status }: ModelTicket, line: ModelTicket['lines'][number]): number => {
  if (status === 'CANCELADO' || line.settled || line.status === 'N') return 0;
  if (line.status === 'A') return line.authorized;
  return status === 'FINALIZADO' ? 0 : REQUESTED;
};

const closed = ({ status }: ModelTicket) => status === 'FINALIZADO' || status === 'CANCELADO';

/**
 * The command as given by a person who knows the step: an analysis where one is due, a reason, a fitting end. Otherwise
 * nearly every command would be refused, and few tickets would get anywhere.
 */
export function sensible(ticket: ModelTicket, command: Command): Command {
  if (command.kind !== 'advance') return command;
  const open = choices(ticket).slice(0, -1);
  const pick = command.pick % open.length;
  const chosen = open[pick] ?? null;
  if (ticket.step !== ANALYSIS) return { ...command, pick, reason: true, end: 'PROCEDENTE', analysis: null };
  const amounts = command.analysis ?? [REQUESTED, 0];
  const denied = chosen === 'FINALIZADO';
  return {
    ...command,
    // No transition is standard here, so the return continues instead.
    pick: chosen === null ? open.indexOf('NF_ENTRADA_PROPRIA') : pick,
    reason: true,
    end: 'IMPROCEDENTE',
    analysis: chosen === 'COMPLEMENTO_CLIENTE' ? null : denied ? [0, 0] : amounts,
  };
}

/** The model after the command; `null` if it must be refused and change nothing. */
export function after(model: Model, command: Command): Model | null {
  const next = structuredClone(model);
  const ticket = next.tickets[command.ticket] as ModelTicket;
  const done = moved(next, ticket, command);
  if (!done || !fits(model, next)) return null;
  ticket.version++;
  return next;
}

/** Taking more than before requires that much to be available; taking less is always allowed. */
function fits(before: Model, now: Model): boolean {
  return [0, 1].every((index) => takenOf(now, index) <= Math.max(PURCHASED, takenOf(before, index)));
}

export const takenOf = ({ tickets, returned }: Model, index: number): number =>
  tickets.reduce(
    (sum, ticket) => sum + heldOf(ticket, ticket.lines[index] as ModelTicket['lines'][number]),
    returned[index] ?? 0,
  );

function moved(model: Model, ticket: ModelTicket, command: Command): boolean {
  if (ticket.archived) {
    if (command.kind === 'unarchive') ticket.archived = false;
    return command.kind === 'unarchive';
  }
  if (closed(ticket)) {
    if (command.kind === 'archive') ticket.archived = true;
    if (command.kind === 'reopen') reopen(model, ticket);
    return command.kind === 'archive' || command.kind === 'reopen';
  }
  switch (command.kind) {
    case 'advance':
      return advance(model, ticket, command);
    case 'finish':
      return finish(model, ticket, command.end);
    case 'goBack':
      return goBack(ticket);
    case 'cancel':
      return cancel(ticket);
    case 'reclassify':
      return reclassify(ticket);
    default:
      return false;
  }
}

function advance(model: Model, ticket: ModelTicket, command: Extract<Command, { kind: 'advance' }>): boolean {
  const chosen = choices(ticket)[command.pick % choices(ticket).length] ?? null;
  const ways = WAYS[ticket.flow][ticket.step] ?? [];
  const way = chosen === null ? ways[0] : ways.find((each) => each?.to === chosen);
  const aside = way?.to === 'COMPLEMENTO_CLIENTE';
  if (ticket.step === 'COLETA') return false; // pickups are never confirmed here
  if (ticket.step === ANALYSIS && !aside) {
    if (!command.analysis) return false;
    ticket.lines = command.analysis.map((authorized) => ({
      status: authorized > 0 ? 'A' : 'N',
      authorized,
      settled: false,
    }));
  } else if (command.analysis) return false;
  const denied = ticket.lines.every(({ status }) => status === 'N');
  if (!way || (way.reason && !command.reason)) return false;
  if (way.to === 'NF_ENTRADA_PROPRIA' && denied) return false;
  if (ticket.step === ANALYSIS && way.to === 'FINALIZADO' && !denied) return false;
  return way.to === 'FINALIZADO' ? end(model, ticket, way, command.end) : enter(ticket, way.to);
}

/** Possible where the end is open without step data. */
function finish(model: Model, ticket: ModelTicket, given: End): boolean {
  const [standard] = WAYS[ticket.flow][ticket.step] ?? [];
  return standard?.to === 'FINALIZADO' && end(model, ticket, standard, given);
}

function end(model: Model, ticket: ModelTicket, { result }: Way, given: End): boolean {
  if (!given || (result && given !== result)) return false;
  if (!enter(ticket, 'FINALIZADO')) return false;
  ticket.lines.forEach((line, index) => {
    if (line.status !== 'A') return;
    line.settled = true;
    model.returned[index] = (model.returned[index] ?? 0) + line.authorized;
  });
  return true;
}

function enter(ticket: ModelTicket, step: string): boolean {
  if (ticket.status === 'ABERTO' && entryOf(step) !== 'EM_ATENDIMENTO') return false;
  ticket.way.push(ticket.step);
  ticket.step = step;
  ticket.status = entryOf(step);
  return true;
}

/** A ticket that was taken up never becomes ABERTO again. */
const takenUp = (step: string): TicketStatus =>
  entryOf(step) === 'ABERTO' ? 'EM_ATENDIMENTO' : entryOf(step);

function goBack(ticket: ModelTicket): boolean {
  const to = ticket.way.pop();
  if (to === undefined) return false;
  ticket.step = to;
  ticket.status = takenUp(to);
  return true;
}

function cancel(ticket: ModelTicket): boolean {
  const work = [...ticket.way, ticket.step].filter(
    (step) => step !== 'ABERTURA' && step !== 'COMPLEMENTO_CLIENTE',
  );
  if (new Set(work).size > 1 || ticket.lines.some(({ status }) => status !== 'AN')) return false;
  ticket.status = 'CANCELADO';
  return true;
}

function reclassify(ticket: ModelTicket): boolean {
  if (ticket.flow === 'DEVOLUCAO' && ticket.lines.some(({ status }) => status === 'A')) return false;
  ticket.flow = ticket.flow === 'DEVOLUCAO' ? 'RECLAMACAO_GERAL' : 'DEVOLUCAO';
  ticket.status = ticket.status === 'ABERTO' ? 'ABERTO' : 'EM_ATENDIMENTO';
  ticket.step = 'ABERTURA';
  ticket.way = [];
  return true;
}

function reopen(model: Model, ticket: ModelTicket): void {
  if (ticket.status === 'FINALIZADO') ticket.step = ticket.way.pop() ?? '';
  ticket.status = 'EM_ATENDIMENTO';
  ticket.lines.forEach((line, index) => {
    if (line.settled) model.returned[index] = (model.returned[index] ?? 0) - line.authorized;
    line.settled = false;
  });
}
