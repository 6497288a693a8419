import type { Input, Output } from '#contract/route.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { isClosed, mayArchive, withinReopenWindow } from '#contract/rules/tickets/ticketTransitions.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { calendarOf, serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { refused } from '#server/errors.ts';
import { attendantsOf } from '#server/session/attendants.ts';
import { command } from '#server/writing/command.ts';
import { changeTicket, enteredDue, sectorOfStep } from '../change/changeTicket.ts';
import { holdsOf, writeHolds } from '../change/lineHolds.ts';
import { flowOf, lockTicket, stepIn, stepOf, type TicketRecord } from '../change/lockTicket.ts';
import { movesOf } from '../detail/ticketParts.ts';
import { passedSteps } from '../detail/ticketSteps.ts';
import { auditedState, moved, requiredReason, sentences } from './openWork.ts';

type Reopen = typeof ticketMoveRoutes.reopen;

/** The status of a reopened ticket, whichever step it continues at. */
const STATUS = 'EM_ATENDIMENTO';

/**
 * Returns the ticket to the last step before the end, or to the one that a cancelled ticket kept. The quantities are taken
 * again while the invoice lines are locked; otherwise the response states line by line what no longer fits.
 */
export const reopen = command(ticketMoveRoutes.reopen, (tx, ctx, { params, body }) =>
  reopenTicket(tx, ctx, params.idTicket, body),
);

/** The same within the caller's transaction. */
export async function reopenTicket(
  tx: Tx,
  ctx: Context,
  id: number,
  body: Input<Reopen>['body'],
): Promise<Output<Reopen>> {
  const ticket = await lockTicket(tx, ctx.user, id, { versao: body.versao });
  const motivo = requiredReason(body.motivo);
  await requireWindow(tx, ctx, ticket);
  const flow = await flowOf(tx, ticket);
  const to = stepIn(flow, { ...ticket, stepKey: await lastOpenStep(tx, flow, ticket) });
  await writeHolds(tx, ticket.id, holdsOf(STATUS));
  const calendar = await calendarOf(tx, ticket.branchId);
  const left = await leftOperator(tx, ticket);
  const changed = await changeTicket(tx, ctx, ticket, {
    set: {
      stepKey: to.chave,
      status: STATUS,
      ...(left && { operatorId: null }),
      sectorId: await sectorOfStep(tx, to),
      stepEnteredAt: ctx.now(),
      ...enteredDue({ ...to, status_ao_entrar: STATUS }, calendar, ctx.now()),
      result: null,
      finalReason: null,
      finishedAt: null,
    },
    event: {
      type: 'REABERTURA',
      note: sentences(`De volta a ${to.descricao}`, left ? 'Sem operador' : ''),
      data: { de: ticket.stepKey, para: to.chave, motivo },
    },
    audit: {
      action: 'REABRIR',
      before: {
        ...auditedState(ticket),
        resultado: ticket.result,
        motivoFinalizacao: ticket.finalReason?.descricao,
      },
      after: { etapa: to.chave, status: STATUS, motivo },
    },
  });
  return moved(ctx, changed, to, 'Ticket reaberto com sucesso');
}

/**
 * Whether the operator may no longer take tickets of the branch. A closed ticket is not forwarded when its operator leaves,
 * and reopened it would wait for nobody.
 */
async function leftOperator(tx: Tx, { operatorId, branchId }: TicketRecord): Promise<boolean> {
  if (operatorId === null) return false;
  return !(await attendantsOf(tx, { branchId })).some(({ id }) => id === operatorId);
}

async function requireWindow(tx: Tx, ctx: Context, ticket: TicketRecord): Promise<void> {
  const { status, archived, finishedAt, updatedAt } = ticket;
  if (!isClosed(status))
    throw refused('JA_ABERTO', 'O ticket está aberto. Só um encerrado pode ser reaberto.');
  const { diasReaberturaConsumidor, diasReaberturaEquipe } = await serviceParameters(tx, ticket.branchId);
  const may = withinReopenWindow(
    ctx.user.type,
    { status, archived, endedAt: finishedAt ?? updatedAt },
    ctx.now(),
    { consumerDays: diasReaberturaConsumidor, staffDays: diasReaberturaEquipe },
  );
  if (may) return;
  throw refused(
    'FORA_DO_PRAZO',
    status === 'CANCELADO'
      ? 'Só a supervisão pode reabrir um ticket cancelado.'
      : 'O prazo para reabrir este ticket terminou. Fale com a supervisão ou abra outro.',
  );
}

async function lastOpenStep(tx: Tx, flow: Flow, ticket: TicketRecord): Promise<string> {
  if (!stepIn(flow, ticket).terminal) return ticket.stepKey;
  const last = passedSteps(flow, ticket.stepKey, await movesOf(tx, ticket.id)).at(-1);
  if (!last) throw new Error(`ticket ${ticket.id} ended without having begun`);
  return last;
}

/** Only closed tickets can be archived; they leave the default list and become read-only. */
export const archive = command(ticketMoveRoutes.archive, async (tx, ctx, { params, body }) => {
  const ticket = await lockTicket(tx, ctx.user, params.idTicket, { ...body, archivedToo: true });
  if (ticket.archived) throw refused('JA_ARQUIVADO', 'O ticket já está arquivado.');
  if (!mayArchive(ticket.status, ticket.archived))
    throw refused('AINDA_ABERTO', 'Só um ticket finalizado ou cancelado pode ser arquivado.');
  const changed = await changeTicket(tx, ctx, ticket, {
    set: { archived: true },
    event: { type: 'ARQUIVAMENTO', internal: true },
    audit: { action: 'ARQUIVAR', before: { arquivado: false }, after: { arquivado: true } },
  });
  return moved(ctx, changed, await stepOf(tx, changed), 'Ticket arquivado.');
});

export const unarchive = command(ticketMoveRoutes.unarchive, async (tx, ctx, { params, body }) => {
  const ticket = await lockTicket(tx, ctx.user, params.idTicket, { ...body, archivedToo: true });
  if (!ticket.archived) throw refused('NAO_ARQUIVADO', 'O ticket não está arquivado.');
  const changed = await changeTicket(tx, ctx, ticket, {
    set: { archived: false },
    event: { type: 'DESARQUIVAMENTO', internal: true },
    audit: { action: 'DESARQUIVAR', before: { arquivado: true }, after: { arquivado: false } },
  });
  return moved(ctx, changed, await stepOf(tx, changed), 'Ticket desarquivado.');
});
