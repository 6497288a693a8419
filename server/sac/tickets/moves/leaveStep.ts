import { and, eq, isNull, or } from 'drizzle-orm';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { type TicketResult, ticketResult } from '#contract/catalogs/ticketStatus.ts';
import { allows } from '#contract/permissions.ts';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import type { FieldValues } from '#contract/rules/fields/fieldValues.ts';
import type { FlowTransition, OpenStep } from '#contract/rules/flows/flow.ts';
import { fieldsAskedBy, needsStepData, openSteps, openStepTo } from '#contract/rules/flows/flow.ts';
import type { FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import { contradictedResult, contradictionText } from '#contract/rules/steps/extensions.ts';
import { type StepData, stepData } from '#contract/rules/steps/stepInput.ts';
import { answeredFields, extraFieldsOf, readerOf } from '#server/config/fields/queries.ts';
import { calendarOf } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { extensionDecisions, reasons } from '#server/db/tables/index.ts';
import { forbidden, invalid, Refusal } from '#server/errors.ts';
import { releasePickup } from '../../pickups/commands.ts';
import {
  changeTicket,
  clockAfterMove,
  NO_CLOCK,
  sectorOfStep,
  setOnTicket,
  type TicketChange,
} from '../change/changeTicket.ts';
import { holdsOf, writeHolds } from '../change/lineHolds.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import { factsOfTicket, writeTicketFields } from '../change/ticketFields.ts';
import { applyStepData, type StepEffect } from '../steps/applyStepData.ts';
import {
  auditedState,
  currentFacts,
  currentWays,
  requireStatus,
  requireWorker,
  sentences,
  type Work,
} from './openWork.ts';
import { requireGoods } from './requireGoods.ts';

export interface Leaving {
  /** The chosen step; `null` takes the standard transition. */
  chosen: string | null;
  /** The reason, if the transition asks for one. */
  motivo: string;
  ending: GivenEnding;
  /** Values of the extra fields that the step asks for, by key. */
  fields: FieldValues;
  data: StepData;
}

interface LeftStep {
  ticket: TicketRecord;
  next: OpenStep;
  /** What else is said to the person who moved it; '' for nothing. */
  aside: string;
}

const NOTHING: StepEffect = { set: {}, note: '', after: {} };

/**
 * Moves a ticket out of its step. First the data that the step requires is checked and written (unless the transition is a
 * detour, contract/rules/flows/flow.ts). Then the facts and fields are read again, and only these decide the transition: an
 * analysis that denies every line opens a different one from an analysis that approves some.
 */
export async function leaveStep(tx: Tx, ctx: Context, found: Work, leaving: Leaving): Promise<LeftStep> {
  const { step } = found;
  const { chosen, data } = leaving;
  requireWorker(ctx, found);
  requireKnown(found, chosen);
  const work = { ...found, ticket: await withStepFields(tx, ctx, found, leaving) };
  const { ticket } = work;
  const needed = needsStepData(work.flow, step.chave, chosen);
  if (!needed) refuseUnusedData(data);
  if (needed || !step.exigencia) await requireGoods(tx, work);
  const effect = needed ? await applyStepData(tx, ctx, { ticket, step, data }) : NOTHING;
  await setOnTicket(tx, ticket, effect.set);
  const facts = await currentFacts(tx, work, effect.set);
  const flow = await currentWays(tx, ctx, work, facts);
  const next = openStepTo(flow, step.chave, facts, chosen);
  if (!next) throw chooseAnother({ ...work, flow }, facts, chosen);
  requireReason(next.transition, leaving);
  const left = await followTransition(tx, ctx, work, { ...leaving, next, facts, effect });
  return { ticket: left, next, aside: effect.aside ?? '' };
}

/** Checked before the data: a step that this one never leads to is a mistake, whatever the data contain. */
function requireKnown({ flow, step }: Work, chosen: string | null): void {
  if (chosen === null) return;
  const isTransition = flow.transicoes.some(({ de, para }) => de === step.chave && para === chosen);
  if (!isTransition)
    throw invalid({ etapa: `Da etapa ${step.descricao} o ticket não pode seguir para ${chosen}.` });
}

/**
 * The extra fields that the step asks for are a change of their own, before the move: conditions of the ways out read them. A ticket
 * that has them already, from before or by a rule, needs no answer.
 */
async function withStepFields(tx: Tx, ctx: Context, work: Work, leaving: Leaving): Promise<TicketRecord> {
  const { ticket, flow, step } = work;
  const { chosen, fields } = leaving;
  const asked = fieldsAskedBy(flow, step.chave, chosen);
  if (asked.length === 0) {
    if (Object.keys(fields).length === 0) return ticket;
    throw invalid({ campos: 'Este caminho não grava campos. Envie-o sem eles.' });
  }
  const { values, errors } = await answeredFields(tx, fields, {
    asked,
    before: ticket.extraFields,
    reader: readerOf('ticket', ctx.user),
    facts: await factsOfTicket(tx, ticket),
  });
  const definition = await extraFieldsOf(tx, 'ticket');
  const wrong = Object.entries(errors);
  if (wrong.length > 0)
    throw invalid(
      Object.fromEntries(wrong.map(([key, text]) => [`campos.${key}`, text])),
      `A etapa ${step.descricao} pede: ${wrong.map(([key, text]) => `${titleIn(definition, key)} (${text})`).join('; ')}.`,
    );
  return writeTicketFields(tx, ctx, ticket, { definition, values, at: 'campos.' });
}

const titleIn = (definition: ExtraFieldsDefinition | null, key: string) =>
  definition?.campos.find(({ chave }) => chave === key)?.titulo ?? key;

/** Data that a user has entered is never dropped silently. */
function refuseUnusedData(data: StepData): void {
  const given = (Object.keys(stepData) as (keyof StepData)[]).find((key) => data[key] !== undefined);
  if (given) throw invalid({ [given]: 'Este caminho não grava os dados da etapa. Envie-o sem eles.' });
}

/** When ending through `finalizar`, the observation is the reason. */
function requireReason({ exige_motivo, rotulo }: FlowTransition, { motivo, ending }: Leaving): void {
  if (!exige_motivo || motivo !== '') return;
  throw invalid({ [ending.field === '' ? 'obs' : 'motivo']: `Informe o motivo de "${rotulo}".` });
}

/** `caminhos` lists the transitions that would be open with the given data; none of it was written. */
function chooseAnother({ flow, step }: Work, facts: FlowFacts, chosen: string | null): Refusal {
  const open = openSteps(flow, step.chave, facts);
  const names = open.map(({ transition }) => `"${transition.rotulo}"`).join(', ');
  const message =
    open.length === 0
      ? `A etapa ${step.descricao} ainda não tem saída aberta. Confira o que falta nela.`
      : `${chosen === null ? 'O caminho padrão não está aberto' : 'Este caminho não está aberto'}. Escolha: ${names}.`;
  return new Refusal(
    422,
    'ESCOLHA_ETAPA',
    message,
    { etapa: message },
    {
      caminhos: open.map(({ step: to, transition }) => ({
        para: to.chave,
        descricao: to.descricao,
        tipo: transition.tipo,
        rotulo: transition.rotulo,
        exige_motivo: transition.exige_motivo,
        resultado: transition.resultado ?? null,
        terminal: to.terminal,
      })),
    },
  );
}

interface StepExit {
  next: OpenStep;
  facts: FlowFacts;
  effect: StepEffect;
  motivo: string;
  ending: GivenEnding;
}

/** Moves the ticket to the step of an open transition, or ends it there. */
async function followTransition(
  tx: Tx,
  ctx: Context,
  work: Work,
  departure: StepExit,
): Promise<TicketRecord> {
  const { ticket } = work;
  const { step: to } = departure.next;
  const status = requireStatus(ticket.status, to.status_ao_entrar);
  // The goods of an earlier pickup are not the ones waiting now, so the step requires a new pickup.
  if (to.exigencia === 'COLETA') await releasePickup(tx, ctx, ticket.id);
  const entered = {
    stepKey: to.chave,
    status,
    sectorId: await sectorOfStep(tx, to),
    stepEnteredAt: ctx.now(),
  };
  const change = to.terminal
    ? await endChange(tx, ctx, work, departure)
    : await stepChange(tx, ctx, work, departure);
  return changeTicket(tx, ctx, ticket, {
    ...change,
    set: { ...entered, ...change.set },
    audit: {
      action: change.audit.action,
      before: auditedState(ticket),
      after: { ...departure.effect.after, etapa: to.chave, status, ...change.audit.after },
    },
  });
}

async function stepChange(tx: Tx, ctx: Context, work: Work, departure: StepExit): Promise<TicketChange> {
  const { ticket, flow, step } = work;
  const { next, motivo } = departure;
  const calendar = await calendarOf(tx, ticket.branchId);
  return {
    set: clockAfterMove(flow, { from: step, to: next.step, clock: ticket }, calendar, ctx.now()),
    event: {
      type: 'AVANCO',
      note: noteOf(work, departure),
      data: { ...dataOf(work, departure), ...reasonIfGiven(motivo) },
    },
    audit: { action: 'AVANCAR', after: reasonIfGiven(motivo) },
  };
}

/** Approved quantities are added to the invoice line's `qtd_devolvida`; those of lines without a decision are released. */
async function endChange(tx: Tx, ctx: Context, work: Work, departure: StepExit): Promise<TicketChange> {
  if (!allows(ctx.user.grants, 'TICKETS_FINALIZAR')) throw forbidden('TICKETS_FINALIZAR');
  const { next, facts, ending } = departure;
  const { reason, result } = await endingOf(tx, work.ticket, ending, next.transition, facts);
  await writeHolds(tx, work.ticket.id, holdsOf('FINALIZADO'));
  const why = reasonIfGiven([...new Set([departure.motivo, ending.obs])].filter(Boolean).join(' '));
  const label = rowOf(ticketResult, result).label.toLowerCase();
  return {
    set: { ...NO_CLOCK, result, finalReason: reason, finishedAt: ctx.now() },
    event: {
      type: 'FINALIZACAO',
      note: sentences(noteOf(work, departure), `${reason.descricao} (${label})`),
      data: { ...dataOf(work, departure), motivo_id: reason.id, resultado: result, ...why },
    },
    audit: { action: 'FINALIZAR', after: { resultado: result, motivoFinalizacao: reason.descricao, ...why } },
  };
}

const noteOf = ({ step }: Work, { next, effect }: StepExit): string =>
  sentences(`${step.descricao} → ${next.step.descricao}`, effect.note);

const dataOf = ({ step }: Work, { next }: StepExit) => ({
  de: step.chave,
  para: next.step.chave,
  rotulo: next.transition.rotulo,
});

/** The reason, if one was given. */
const reasonIfGiven = (motivo: string) => (motivo ? { motivo } : {});

/** What a user enters about the end, and the field prefix under which problems with it are reported. */
interface GivenEnding {
  idMotivo: number | null;
  obs: string;
  field: '' | 'finalizacao.';
}

interface Ending {
  reason: { id: number; descricao: string };
  result: TicketResult;
}

/**
 * How a ticket ends: with an active final reason of its type or of every type. The result comes from the transition, else
 * from the reason; otherwise it is IMPROCEDENTE exactly if every line or title was denied.
 */
async function endingOf(
  tx: Tx,
  { id, typeId, flowKey }: TicketRecord,
  { idMotivo, obs, field }: GivenEnding,
  { resultado }: FlowTransition,
  facts: FlowFacts,
): Promise<Ending> {
  const wrong = (key: 'idMotivo' | 'obs', text: string) => invalid({ [field + key]: text });
  if (idMotivo === null) throw wrong('idMotivo', 'Escolha o motivo de finalização.');
  const [reason] = await tx
    .select()
    .from(reasons)
    .where(
      and(
        eq(reasons.id, idMotivo),
        eq(reasons.kind, 'FINALIZACAO'),
        eq(reasons.active, true),
        or(isNull(reasons.typeId), eq(reasons.typeId, typeId)),
        or(isNull(reasons.flowKey), eq(reasons.flowKey, flowKey)),
      ),
    );
  if (!reason) throw wrong('idMotivo', 'Este motivo não encerra tickets deste tipo. Escolha outro.');
  if (resultado && reason.result && reason.result !== resultado)
    throw wrong(
      'idMotivo',
      `Por este caminho o ticket termina como ${rowOf(ticketResult, resultado).label.toLowerCase()}. Escolha um motivo com este resultado.`,
    );
  const contradicted = resultado ? null : contradictedResult(await decisionsOn(tx, id));
  if (contradicted && reason.result === contradicted)
    throw wrong('idMotivo', contradictionText(contradicted));
  if (reason.requiresNote && obs === '')
    throw wrong('obs', `Explique em poucas palavras: o motivo "${reason.description}" pede uma observação.`);
  const isDenied = facts.todas_linhas_negadas || contradicted === 'PROCEDENTE';
  return {
    reason: { id: reason.id, descricao: reason.description },
    result: resultado ?? reason.result ?? (isDenied ? 'IMPROCEDENTE' : 'PROCEDENTE'),
  };
}

/** What this ticket decided on the titles of its invoices. */
const decisionsOn = async (tx: Tx, ticketId: number) =>
  (
    await tx
      .select({ decision: extensionDecisions.decision })
      .from(extensionDecisions)
      .where(eq(extensionDecisions.ticketId, ticketId))
  ).map(({ decision }) => decision);
