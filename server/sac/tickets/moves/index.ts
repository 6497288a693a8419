import { type Flow, isBeforeAnalysis, openSteps } from '#contract/rules/flows/flow.ts';
import { mayFollow } from '#contract/rules/tickets/ticketTransitions.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { calendarOf } from '#server/config/parameters/queries.ts';
import { refused } from '#server/errors.ts';
import { implement } from '#server/implement.ts';
import { plainTexts } from '#server/text/plainText.ts';
import { command } from '#server/writing/command.ts';
import { releasePickup } from '../../pickups/commands.ts';
import { assign } from '../assign.ts';
import { changeTicket, clockAfterMove, NO_CLOCK, sectorOfStep } from '../change/changeTicket.ts';
import { holdsOf, writeHolds } from '../change/lineHolds.ts';
import { stepIn } from '../change/lockTicket.ts';
import { detailLines, movesOf } from '../detail/ticketParts.ts';
import { passedSteps } from '../detail/ticketSteps.ts';
import { changeDue } from '../due.ts';
import { prioritize } from '../prioritize.ts';
import { validatedLines } from '../rules.ts';
import { undo } from '../undo.ts';
import { leaveStep } from './leaveStep.ts';
import {
  auditedState,
  currentFacts,
  currentWays,
  moved,
  openWork,
  requiredReason,
  requireStatus,
  requireWorker,
} from './openWork.ts';
import { reclassify } from './reclassify.ts';
import { archive, reopen, unarchive } from './reopen.ts';

/** Whether the path up to and including the step that the ticket goes back to contains a check-in. */
const isCheckedIn = (flow: Flow, path: readonly string[]): boolean =>
  flow.etapas.some(({ chave, exigencia }) => exigencia === 'CONFERENCIA_DEVOLUCAO' && path.includes(chave));

/**
 * Moves the ticket back to its previous step. What was decided there is kept so that it can be decided again: lines keep
 * their analysis, and the return invoice and logistics' answer remain until they are replaced. Only a check-in that now lies
 * ahead again becomes void: its lines hold what was authorised, and the move is refused line by line if other tickets have
 * taken the difference.
 */
const goBack = command(ticketMoveRoutes.goBack, async (tx, ctx, { params, body }) => {
  const work = await openWork(tx, ctx, params.idTicket, body.versao);
  requireWorker(ctx, work);
  const { ticket, flow, step } = work;
  const motivo = requiredReason(body.motivo);
  if (!step.permite_retroceder)
    throw refused('SEM_RETORNO', `Da etapa ${step.descricao} o ticket não volta.`);
  const passed = passedSteps(flow, step.chave, await movesOf(tx, ticket.id));
  const cameFrom = passed.at(-1);
  if (!cameFrom) throw refused('SEM_RETORNO', 'O ticket não passou por nenhuma etapa antes desta.');
  const to = stepIn(flow, { ...ticket, stepKey: cameFrom });
  const status = requireStatus(ticket.status, to.status_ao_entrar);
  if (!isCheckedIn(flow, passed)) await writeHolds(tx, ticket.id, { status, voidCheckIn: true });
  if (step.exigencia === 'COLETA') await releasePickup(tx, ctx, ticket.id);
  const calendar = await calendarOf(tx, ticket.branchId);
  const changed = await changeTicket(tx, ctx, ticket, {
    set: {
      stepKey: to.chave,
      status,
      sectorId: await sectorOfStep(tx, to),
      stepEnteredAt: ctx.now(),
      ...clockAfterMove(flow, { from: step, to, clock: ticket }, calendar, ctx.now()),
    },
    event: {
      type: 'RETROCESSO',
      note: `${step.descricao} → ${to.descricao}.`,
      data: { de: step.chave, para: to.chave, motivo },
    },
    audit: {
      action: 'RETROCEDER',
      before: auditedState(ticket),
      after: { etapa: to.chave, status, motivo },
    },
  });
  return moved(ctx, changed, to, `Ticket devolvido para ${to.descricao}.`);
});

/**
 * Withdraws a ticket. For consumers and staff alike this is allowed only before the analysis (docs/domain.md 2): while the
 * ticket is at its initial step or the first work step, including a detour from there, and no line has been analysed. Later
 * it has to be finished with a result. The ticket keeps its step and releases its quantities.
 */
const cancel = command(ticketMoveRoutes.cancel, async (tx, ctx, { params, body }) => {
  const { ticket, flow, step } = await openWork(tx, ctx, params.idTicket, body.versao);
  const motivo = requiredReason(body.motivo);
  const passed = passedSteps(flow, step.chave, await movesOf(tx, ticket.id));
  const linesValidated = validatedLines(await detailLines(tx, ticket.id));
  const may =
    mayFollow(ticket.status, 'CANCELADO') &&
    isBeforeAnalysis(flow, { stepKey: step.chave, passed, linesValidated });
  if (!may)
    throw refused(
      'JA_ANALISADO',
      'O ticket já foi analisado e não pode mais ser cancelado. Finalize-o com o motivo que cabe.',
    );
  await writeHolds(tx, ticket.id, holdsOf('CANCELADO'));
  await releasePickup(tx, ctx, ticket.id);
  const changed = await changeTicket(tx, ctx, ticket, {
    set: { status: 'CANCELADO', ...NO_CLOCK },
    event: { type: 'CANCELAMENTO', note: 'Ticket cancelado.', data: { motivo } },
    audit: {
      action: 'CANCELAR',
      before: auditedState(ticket),
      after: { etapa: step.chave, status: 'CANCELADO', motivo },
    },
  });
  return moved(ctx, changed, step, 'Ticket cancelado.');
});

/**
 * Ends a ticket if a transition to a terminal step is open. This is the same as what `advance` does, with the same checks: a
 * step that requires data is left through `advance`, which carries them. The observation also serves as the reason, if the
 * transition asks for one.
 */
export const finish = command(ticketMoveRoutes.finish, async (tx, ctx, { params, body }) => {
  const work = await openWork(tx, ctx, params.idTicket, body.versao);
  const { idMotivo, obs: given = '' } = plainTexts(body);
  const obs = given.trim();
  const facts = await currentFacts(tx, work);
  const open = openSteps(await currentWays(tx, ctx, work, facts), work.step.chave, facts);
  const end = open.find(({ step }) => step.terminal);
  if (!end)
    throw refused(
      'SEM_FIM_ABERTO',
      `Da etapa ${work.step.descricao} o ticket ainda não pode ser finalizado. Avance-o pelas etapas que faltam.`,
    );
  const { ticket, next } = await leaveStep(tx, ctx, work, {
    chosen: end.step.chave,
    motivo: obs,
    ending: { idMotivo, obs, field: '' },
    fields: {},
    data: {},
  });
  return moved(ctx, ticket, next.step, 'Ticket finalizado.');
});

/** Moves the ticket to the chosen step, or to the standard one (docs/domain.md 3). */
export const advance = command(ticketMoveRoutes.advance, async (tx, ctx, { params, body }) => {
  const work = await openWork(tx, ctx, params.idTicket, body.versao);
  const { versao: _, etapa, motivo, finalizacao, campos = {}, ...data } = plainTexts(body);
  const { ticket, next, aside } = await leaveStep(tx, ctx, work, {
    chosen: etapa?.trim() || null,
    motivo: (motivo ?? '').trim(),
    ending: {
      idMotivo: finalizacao?.idMotivo ?? null,
      obs: (finalizacao?.obs ?? '').trim(),
      field: 'finalizacao.',
    },
    fields: campos,
    data,
  });
  const message = next.step.terminal ? 'Ticket finalizado.' : `Ticket enviado para ${next.step.descricao}.`;
  return moved(ctx, ticket, next.step, [message, aside].filter(Boolean).join(' '));
});

export const ticketMoveImplementation = implement(ticketMoveRoutes, {
  advance,
  goBack,
  finish,
  cancel,
  reopen,
  archive,
  unarchive,
  reclassify,
  prioritize,
  changeDue,
  assign,
  undo,
});
