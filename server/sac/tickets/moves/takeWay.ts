import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { ticketResult } from '../../../../contract/catalogs/ticketResult.ts';
import { allows } from '../../../../contract/permissions.ts';
import type { OpenStep } from '../../../../contract/rules/flow.ts';
import type { FlowFacts } from '../../../../contract/rules/flowCondition.ts';
import { calendarOf } from '../../../config/parameters/workCalendar.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { forbidden } from '../../../errors.ts';
import { releasePickup } from '../../pickups/queries.ts';
import { changeTicket, type TicketChange } from '../change/changeTicket.ts';
import { NO_CLOCK } from '../change/dueClock.ts';
import { clockAfterMove, sectorOfStep } from '../change/enterStep.ts';
import { holdsOf, writeHolds } from '../change/lineHolds.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import type { StepEffect } from '../steps/applyStepData.ts';
import { endingOf, type GivenEnding } from './ending.ts';
import type { Work } from './openWork.ts';
import { requireStatus, sentences, standing } from './told.ts';

interface Taken {
  way: OpenStep;
  facts: FlowFacts;
  effect: StepEffect;
  motivo: string;
  ending: GivenEnding;
}

/** Puts the ticket on the step at the end of an open way, or ends it there. */
export async function takeWay(tx: Tx, ctx: Context, work: Work, taken: Taken): Promise<TicketRecord> {
  const { ticket } = work;
  const { step: to } = taken.way;
  const status = requireStatus(ticket.status, to.status_ao_entrar);
  // What an earlier pickup fetched is not what waits now: the step asks for a new one.
  if (to.exigencia === 'COLETA') await releasePickup(tx, ctx, ticket.id);
  const entered = {
    ...taken.effect.set,
    stepKey: to.chave,
    status,
    sectorId: await sectorOfStep(tx, to),
    stepEnteredAt: ctx.now(),
  };
  const change = to.terminal ? await endChange(tx, ctx, work, taken) : await stepChange(tx, ctx, work, taken);
  return changeTicket(tx, ctx, ticket, {
    ...change,
    set: { ...entered, ...change.set },
    audit: {
      action: change.audit.action,
      before: standing(ticket),
      after: { ...taken.effect.after, etapa: to.chave, status, ...change.audit.after },
    },
  });
}

async function stepChange(tx: Tx, ctx: Context, work: Work, taken: Taken): Promise<TicketChange> {
  const { ticket, flow, step } = work;
  const { way, motivo } = taken;
  const calendar = await calendarOf(tx, ticket.branchId);
  return {
    set: clockAfterMove(flow, { from: step, to: way.step, clock: ticket }, calendar, ctx.now()),
    event: { type: 'AVANCO', note: noteOf(work, taken), data: { ...dataOf(work, taken), ...said(motivo) } },
    audit: { action: 'AVANCAR', after: said(motivo) },
  };
}

/** What was approved enters `qtd_devolvida` of its invoice line; what nobody judged is given back. */
async function endChange(tx: Tx, ctx: Context, work: Work, taken: Taken): Promise<TicketChange> {
  if (!allows(ctx.user.grants, 'TICKETS_FINALIZAR')) throw forbidden('TICKETS_FINALIZAR');
  const { way, facts, ending } = taken;
  const { reason, result } = await endingOf(tx, work.ticket, ending, way.transition, facts);
  await writeHolds(tx, work.ticket.id, holdsOf('FINALIZADO'));
  const why = said([...new Set([taken.motivo, ending.obs])].filter(Boolean).join(' '));
  const label = rowOf(ticketResult, result).label.toLowerCase();
  return {
    set: { ...NO_CLOCK, result, finalReason: reason, finishedAt: ctx.now() },
    event: {
      type: 'FINALIZACAO',
      note: sentences(noteOf(work, taken), `${reason.descricao} (${label})`),
      data: { ...dataOf(work, taken), motivo_id: reason.id, resultado: result, ...why },
    },
    audit: { action: 'FINALIZAR', after: { resultado: result, motivoFinalizacao: reason.descricao, ...why } },
  };
}

const noteOf = ({ step }: Work, { way, effect }: Taken): string =>
  sentences(`${step.descricao} → ${way.step.descricao}`, effect.note);

const dataOf = ({ step }: Work, { way }: Taken) => ({
  de: step.chave,
  para: way.step.chave,
  rotulo: way.transition.rotulo,
});

/** Why, if anything was said. */
const said = (motivo: string) => (motivo ? { motivo } : {});
