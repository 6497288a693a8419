import {
  conditionalSteps,
  currentStep,
  expectedPath,
  type Flow,
  type FlowStep,
  fieldsAskedBy,
  initialStep,
  isBeforeAnalysis,
  isDetour,
  needsStepData,
  nextStep,
  openSteps,
} from '#contract/rules/flows/flow.ts';
import type { FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import { isOutside } from '#server/session/scope.ts';
import { flowOf, stepIn } from '../change/lockTicket.ts';
import { judgedFlow } from '../flow/judgeFlow.ts';
import { type FactLine, flowFactsOf, validatedLines } from '../rules.ts';
import type { SelectedRow } from '../ticketRows.ts';
import { ticketActions } from './ticketActions.ts';
import { movesOf, sectorNames } from './ticketParts.ts';

type ShownSteps = Pick<
  Ticket,
  'proximaEtapa' | 'etapasCondicionais' | 'etapas' | 'transicoes' | 'fatos' | 'acoes'
>;

type Reader = Pick<Context, 'db' | 'user' | 'now'>;

/** The step map of the flow version that the ticket is pinned to, the transitions, and what the person may do. */
export async function ticketSteps(
  row: SelectedRow,
  lines: readonly FactLine[],
  ctx: Reader,
): Promise<ShownSteps> {
  const { ticket } = row;
  const { stepKey } = ticket;
  const facts = factsOf(row, lines);
  const pinned = await flowOf(ctx.db, ticket);
  const closed = isClosed(ticket.status);
  const [flow, moves, sectors, parameters] = await Promise.all([
    closed ? pinned : judgedFlow(ctx.db, pinned, { ticketId: ticket.id, stepKey, facts, now: ctx.now() }),
    movesOf(ctx.db, ticket.id),
    sectorNames(ctx.db),
    serviceParameters(ctx.db, ticket.branchId),
  ]);
  const map = stepMap(flow, { stepKey, closed, moves }, facts);
  const passed = passedSteps(flow, stepKey, moves);
  return {
    ...shownSteps(map, isOutside(ctx.user) ? NO_NAME : ({ setor }) => sectors.get(setor) ?? setor),
    transicoes: closed ? [] : transitionsOf(flow, stepKey),
    fatos: facts as Ticket['fatos'],
    acoes: ticketActions({
      user: ctx.user,
      ticket,
      step: stepIn(flow, ticket),
      mayEnd: mayEnd(flow, stepKey, facts),
      leadsOn: hasNonTerminalTransition(flow, stepKey),
      cameFrom: passed.length > 0,
      beforeAnalysis: isBeforeAnalysis(flow, { stepKey, passed, linesValidated: validatedLines(lines) }),
      now: ctx.now(),
      parameters,
    }),
  };
}

export interface FactSource {
  type: Pick<SelectedRow['type'], 'key'>;
  customer: Pick<SelectedRow['customer'], 'document' | 'stateRegistration'>;
  ticket: Pick<SelectedRow['ticket'], 'finalConsumer' | 'extension'>;
}

/** The facts about the ticket that flow conditions can currently refer to. */
export const factsOf = ({ ticket, type, customer }: FactSource, lines: readonly FactLine[]): FlowFacts =>
  flowFactsOf(
    {
      typeKey: type.key,
      finalConsumer: ticket.finalConsumer,
      document: customer.document,
      stateRegistration: customer.stateRegistration,
      logisticsRefused: ticket.extension?.logistica === 'RECUSADA',
    },
    lines,
  );

/** Whether the ticket can be ended now without data that the step still requires; such data is given by advancing. */
const mayEnd = (flow: Flow, stepKey: string, facts: FlowFacts): boolean =>
  openSteps(flow, stepKey, facts).some(
    ({ step }) =>
      step.terminal &&
      !needsStepData(flow, stepKey, step.chave) &&
      fieldsAskedBy(flow, stepKey, step.chave).length === 0,
  );

/** Whether some transition does not end the ticket; whether it is open may depend on data still to be given. */
const hasNonTerminalTransition = (flow: Flow, stepKey: string): boolean =>
  flow.transicoes.some(
    ({ de, para }) =>
      de === stepKey && !flow.etapas.some(({ chave, terminal }) => chave === para && terminal),
  );

const transitionsOf = (flow: Flow, stepKey: string): Ticket['transicoes'] =>
  flow.transicoes
    .filter(({ de }) => de === stepKey)
    .map((way) => {
      const { para, tipo, rotulo, condicao, exige_motivo, resultado } = way;
      const step = flow.etapas.find(({ chave }) => chave === para);
      return {
        para,
        descricao: step?.descricao ?? para,
        tipo,
        rotulo,
        condicao,
        exige_motivo,
        resultado: resultado ?? null,
        terminal: step?.terminal ?? false,
        desvio: isDetour(flow, way),
      };
    });

/** People outside the company do not see which sector works on a step. */
const NO_NAME = () => '';

function shownSteps({ next, conditional, steps }: StepMap, sectorOf: (step: FlowStep) => string) {
  const shown = (step: FlowStep) => ({
    chave: step.chave,
    descricao: step.descricao,
    setor: sectorOf(step),
    exigencia: step.exigencia,
    terminal: step.terminal,
    ...(step.campos?.length && { pedeCampos: true }),
  });
  return {
    proximaEtapa: next && shown(next),
    etapasCondicionais: conditional.map(shown),
    etapas: steps.map(({ step, state }) => ({ ...shown(step), situacao: state })),
  };
}

/** A move of a ticket from its timeline: `from` and `to` are step keys. */
export interface Move {
  type: string;
  from: string | null;
  to: string | null;
}

/** PROXIMA and FUTURA are the expected steps; CONDICIONAL is any step that the ticket may or may not reach. */
type StepState = 'FEITA' | 'ATUAL' | 'PROXIMA' | 'CONDICIONAL' | 'FUTURA';

interface StepMap {
  next: FlowStep | null;
  conditional: FlowStep[];
  /** All steps of the flow, in order. */
  steps: { step: FlowStep; state: StepState }[];
}

/** A ticket's position in its flow: the steps passed, the current one, and where it may go. A closed ticket goes nowhere. */
export function stepMap(
  flow: Flow,
  at: { stepKey: string; closed: boolean; moves: readonly Move[] },
  facts: FlowFacts,
): StepMap {
  const next = at.closed ? null : (nextStep(flow, at.stepKey, facts)?.step ?? null);
  const conditional = at.closed
    ? []
    : unique(conditionalSteps(flow, at.stepKey, facts).map(({ step }) => step));
  const done = new Set(passedSteps(flow, at.stepKey, at.moves));
  const ahead = expectedPath(flow, at.stepKey, facts);
  const stateOf = ({ chave }: FlowStep): StepState => {
    if (chave === at.stepKey) return 'ATUAL';
    if (chave === next?.chave) return 'PROXIMA';
    if (ahead.includes(chave)) return 'FUTURA';
    return done.has(chave) ? 'FEITA' : 'CONDICIONAL';
  };
  return { next, conditional, steps: flow.etapas.map((step) => ({ step, state: stateOf(step) })) };
}

/** Two transitions may lead to the same step. */
const unique = (steps: FlowStep[]) => [...new Map(steps.map((step) => [step.chave, step])).values()];

/** The steps passed on the way to the current one; after moving back, the later steps no longer count as passed. */
export function passedSteps(flow: Flow, stepKey: string, moves: readonly Move[]): string[] {
  const path = [initialStep(flow)?.chave ?? ''];
  for (const { type, to } of moves) {
    if (!to || !currentStep(flow, to)) continue;
    const returned = type === 'AVANCO' ? -1 : path.lastIndexOf(to);
    if (returned >= 0) path.length = returned + 1;
    else path.push(to);
  }
  const passed = path.at(-1) === stepKey ? path : shortestPath(flow, stepKey);
  return passed.slice(0, -1);
}

/** Used for a ticket whose timeline does not contain its moves, such as one migrated from another system. */
function shortestPath(flow: Flow, stepKey: string): string[] {
  const start = initialStep(flow)?.chave ?? '';
  const paths = new Map([[start, [start]]]);
  for (const [reached, path] of paths) {
    for (const { para } of standardFirst(flow, reached))
      if (!paths.has(para)) paths.set(para, [...path, para]);
  }
  return paths.get(stepKey) ?? [stepKey];
}

const standardFirst = (flow: Flow, from: string) =>
  flow.transicoes
    .filter(({ de }) => de === from)
    .sort((a, b) => Number(a.tipo !== 'PADRAO') - Number(b.tipo !== 'PADRAO'));
