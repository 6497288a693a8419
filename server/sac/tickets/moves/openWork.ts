import { eq } from 'drizzle-orm';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { type TicketStatus, ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Flow, FlowStep } from '#contract/rules/flows/flow.ts';
import type { FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import { isClosed, statusAfterMove } from '#contract/rules/tickets/ticketTransitions.ts';
import type { TicketMoved } from '#contract/sac/tickets/ticketMoves.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { customers, tickets, ticketTypes } from '#server/db/tables/index.ts';
import { forbidden, invalid, refused } from '#server/errors.ts';
import { plainText } from '#server/text/plainText.ts';
import { flowOf, lockTicket, stepIn, type TicketRecord, versionFor } from '../change/lockTicket.ts';
import { mayWorkOn, permissionOf } from '../detail/ticketActions.ts';
import { detailLines } from '../detail/ticketParts.ts';
import { type FactSource, factsOf } from '../detail/ticketSteps.ts';
import { judgedFlow } from '../flow/judgeFlow.ts';

/** A locked ticket with its flow and current step. */
export interface Work {
  ticket: TicketRecord;
  flow: Flow;
  step: FlowStep;
}

/** Locks a ticket that is still open. */
export async function openWork(tx: Tx, ctx: Context, id: number, versao: number | undefined): Promise<Work> {
  const ticket = await lockTicket(tx, ctx.user, id, { versao });
  if (isClosed(ticket.status))
    throw refused('ENCERRADO', 'O ticket já está encerrado. Reabra-o para continuar o atendimento.');
  const flow = await flowOf(tx, ticket);
  return { ticket, flow, step: stepIn(flow, ticket) };
}

/** The required permission is defined by the step in the flow. */
export function requireWorker(ctx: Context, { step }: Work): void {
  if (!mayWorkOn(ctx.user, step)) throw forbidden(permissionOf(step));
}

/**
 * The facts for the flow's conditions, as the ticket is now; `set` is what the step's data have changed since it was locked.
 */
export async function currentFacts(
  tx: Tx,
  { ticket }: Work,
  set: Partial<TicketRecord> = {},
): Promise<FlowFacts> {
  const [row] = await tx
    .select({
      type: { key: ticketTypes.key },
      customer: { document: customers.document, stateRegistration: customers.stateRegistration },
    })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.typeId))
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .where(eq(tickets.id, ticket.id));
  if (!row) throw new Error(`ticket ${ticket.id} has lost its type or customer`);
  const source: FactSource = { ...row, ticket: { ...ticket, ...set } };
  return factsOf(source, await detailLines(tx, ticket.id));
}

/** The flow with the conditions of the current step judged for the ticket as it is now. */
export const currentWays = (
  tx: Tx,
  ctx: Pick<Context, 'now'>,
  { ticket, flow, step }: Work,
  facts: FlowFacts,
): Promise<Flow> => judgedFlow(tx, flow, { ticketId: ticket.id, stepKey: step.chave, facts, now: ctx.now() });

/** A move may not lead to a status that cannot follow the current one (docs/domain.md 2). */
export function requireStatus(from: TicketStatus, entering: TicketStatus): TicketStatus {
  const status = statusAfterMove(from, entering);
  if (status) return status;
  const label = (value: TicketStatus) => rowOf(ticketStatus, value).label;
  throw refused(
    'STATUS_NAO_PERMITE',
    `De "${label(from)}" o ticket não pode passar a "${label(entering)}". Coloque-o em atendimento antes.`,
  );
}

/** Blanks do not count as a reason. */
export function requiredReason(given: string): string {
  const motivo = plainText(given).trim();
  if (!motivo) throw invalid({ motivo: 'Informe o motivo.' });
  return motivo;
}

/** The step and status of a ticket, for the audit. */
export const auditedState = ({ stepKey, status }: TicketRecord) => ({ etapa: stepKey, status });

/** Joins the parts as sentences, each ending with punctuation. */
export const sentences = (...parts: string[]): string =>
  parts
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');

/** The response of a move. */
export const moved = (
  { user }: Pick<Context, 'user'>,
  ticket: TicketRecord,
  step: FlowStep,
  message: string,
): TicketMoved => ({
  data: {
    id: ticket.id,
    message,
    versao: versionFor(user, ticket),
    status: ticket.status,
    etapaAtual: { chave: step.chave, descricao: step.descricao },
    arquivado: ticket.archived,
  },
});
