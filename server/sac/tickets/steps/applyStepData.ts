import { and, eq } from 'drizzle-orm';
import type { FlowStep, StepRequirement } from '#contract/rules/flows/flow.ts';
import type { Problem } from '#contract/rules/problem.ts';
import type { StepData } from '#contract/rules/steps/stepInput.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { pickups, pickupTickets, type tickets } from '#server/db/tables/index.ts';
import { refused, refuseProblems } from '#server/errors.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import { applyFinanceExtension, applyLogisticsExtension } from './extensions.ts';
import { applyReturnAnalysis, applyReturnCheckIn } from './returnedGoods.ts';
import { applyReturnInvoice } from './returnInvoice.ts';

export interface StepWork {
  /** The ticket row, locked. */
  ticket: TicketRecord;
  step: FlowStep;
  data: StepData;
}

/** What leaving a step changes besides the step's own tables. */
export interface StepEffect {
  /** Columns of the ticket, written before the transition is chosen. */
  set: Partial<typeof tickets.$inferInsert>;
  /** Sentence for the timeline: 'Análise: 3 aprovados, 1 negado.' Empty for a step without a requirement. */
  note: string;
  /** For the person who sent it, and nobody else. */
  aside?: string;
  /** The new values for the audit log. */
  after: Record<string, unknown>;
}

/**
 * Validates and writes the data that the current step's requirement (`exigencia`) demands before the ticket may leave it
 * (docs/domain.md 3). Throws 422 with a text for every line and field that is missing or wrong, in which case nothing is
 * written. It is not called for a conditional transition that does not need the requirement (COMPLEMENTO_CLIENTE).
 */
export async function applyStepData(tx: Tx, ctx: Context, work: StepWork): Promise<StepEffect> {
  const { exigencia } = work.step;
  refuseProblems(dataOfOtherStep(work.data, exigencia));
  return exigencia ? rules[exigencia](tx, ctx, work) : { set: {}, note: '', after: {} };
}

type Rule = (tx: Tx, ctx: Context, work: StepWork) => Promise<StepEffect>;

const rules: Record<StepRequirement, Rule> = {
  ANALISE_DEVOLUCAO: applyReturnAnalysis,
  ENVIO_NF_DEVOLUCAO: applyReturnInvoice,
  COLETA: (tx, _ctx, work) => requireConfirmedPickup(tx, work),
  CONFERENCIA_DEVOLUCAO: applyReturnCheckIn,
  PRORROGACAO_LOGISTICA: applyLogisticsExtension,
  PRORROGACAO_FINANCEIRO: applyFinanceExtension,
};

/** The requirement that each part of the body belongs to. */
const dataOf: Record<keyof StepData, StepRequirement> = {
  analise: 'ANALISE_DEVOLUCAO',
  notaDevolucao: 'ENVIO_NF_DEVOLUCAO',
  conferencia: 'CONFERENCIA_DEVOLUCAO',
  prorrogacaoLogistica: 'PRORROGACAO_LOGISTICA',
  prorrogacaoFinanceiro: 'PRORROGACAO_FINANCEIRO',
};

/** Data for another step is refused rather than ignored: it means that the user is looking at an outdated ticket. */
const dataOfOtherStep = (data: StepData, exigencia: StepRequirement | null): Problem[] =>
  (Object.keys(dataOf) as (keyof StepData)[])
    .filter((part) => data[part] !== undefined && dataOf[part] !== exigencia)
    .map((part) => ({ field: part, message: 'A etapa atual não pede estes dados.' }));

/** The guard of COLETA: a carrier must be confirmed and known (docs/domain.md 3). */
async function requireConfirmedPickup(tx: Tx, { ticket }: StepWork): Promise<StepEffect> {
  const [pickup] = await tx
    .select({ id: pickups.id, status: pickups.status })
    .from(pickupTickets)
    .innerJoin(pickups, eq(pickups.id, pickupTickets.pickupId))
    .where(and(eq(pickupTickets.ticketId, ticket.id), eq(pickupTickets.active, true)));
  if (!pickup) throw refused('SEM_COLETA', 'Falta a coleta: gere uma coleta com este ticket e confirme-a.');
  if (pickup.status !== 'CONFIRMADA')
    throw refused('COLETA_NAO_CONFIRMADA', `Falta confirmar a coleta ${pickup.id}.`);
  return { set: {}, note: `Coleta ${pickup.id} confirmada.`, after: { coleta: pickup.id } };
}
