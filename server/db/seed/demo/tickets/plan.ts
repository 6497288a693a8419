import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import {
  currentStep,
  type Flow,
  type FlowStep,
  type FlowTransition,
  initialStep,
} from '#contract/rules/flows/flow.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { reasons, ticketTypes } from '#server/db/tables/index.ts';
import type { Chance } from '../chance.ts';
import type { DemoCustomer } from '../customers.ts';
import type { DemoInvoice } from '../invoices.ts';
import type { DemoPerson } from '../people.ts';
import type { ProductRow } from '../products.ts';
import type { ProductReasonRow } from './items.ts';

export interface TicketKind {
  type: typeof ticketTypes.$inferSelect;
  flow: Flow;
  flowVersion: number;
  /** Draws reasons from the tree: ids and texts from level 1 on. */
  reasons: (chance: Chance) => { id: number; descricao: string }[];
}

/** A ticket's current step and its path there. */
export interface Planned {
  kind: TicketKind;
  path: Path;
  status: TicketStatus;
}

/** Relative frequency of each type. */
const SHARES: Record<string, number> = {
  DEVOLUCAO: 26,
  AVARIA_TRANSPORTE: 14,
  FALTA_MERCADORIA: 10,
  PRORROGACAO: 10,
  ATRASO_ENTREGA: 9,
  SEGUNDA_VIA: 7,
  TROCA: 6,
  DUVIDA_FINANCEIRA: 5,
  DUVIDA_PRODUTO: 4,
  QUALIDADE: 4,
  ATENDIMENTO: 3,
  GARANTIA: 2,
};

/** First one of every possible combination, so that no status or step is missing, then a realistic mix. */
export function planTickets(chance: Chance, kinds: readonly TicketKind[], count: number): Planned[] {
  const all = kinds.flatMap(everyPlace);
  const weights = kinds.map((kind) => [kind, SHARES[kind.type.key] ?? 1] as const);
  return Array.from({ length: count }, (_, index) => all[index] ?? likely(chance, chance.weighted(weights)));
}

function everyPlace(kind: TicketKind): Planned[] {
  return kind.flow.etapas.flatMap((step) => {
    const path = pathTo(kind.flow, step.chave);
    return statusesAt(path).map((status) => ({ kind, path, status }));
  });
}

/** The possible statuses of a ticket in its last step (docs/domain.md 2); a cancelled one keeps its step. */
function statusesAt(path: Path): TicketStatus[] {
  const step = path.at(-1)?.step;
  if (!step || step.terminal) return ['FINALIZADO'];
  if (step.inicial) return ['ABERTO', 'EM_ATENDIMENTO', 'CANCELADO'];
  const waiting: TicketStatus[] = ['EM_ATENDIMENTO', 'AGUARDANDO_CLIENTE', 'AGUARDANDO_TERCEIRO'];
  return path.length === 2 ? [...waiting, 'CANCELADO'] : waiting;
}

function likely(chance: Chance, kind: TicketKind): Planned {
  if (chance.happens(62)) return { kind, path: finishedPath(chance, kind.flow), status: 'FINALIZADO' };
  const open = kind.flow.etapas.filter(({ terminal }) => !terminal);
  const early = open.filter((_, index) => index < 2);
  if (chance.happens(12)) {
    return { kind, path: pathTo(kind.flow, chance.pick(early).chave), status: 'CANCELADO' };
  }
  const step = chance.happens(45) ? chance.pick(early) : chance.pick(open);
  return { kind, path: pathTo(kind.flow, step.chave), status: step.status_ao_entrar };
}

/** Usually the standard path through some step, sometimes the shortest, as when everything was denied. */
function finishedPath(chance: Chance, flow: Flow): Path {
  const terminal = flow.etapas.find((step) => step.terminal)?.chave ?? '';
  if (chance.happens(18)) return pathTo(flow, terminal);
  const through = chance.pick(flow.etapas.filter((step) => !step.terminal));
  return toTheEnd(flow, pathTo(flow, through.chave));
}

/** A path through a flow: the steps in order, each with the transition into it. */
export type Path = { step: FlowStep; by: FlowTransition | null }[];

/** The shortest path from the initial step; standard transitions before conditional ones. */
function pathTo(flow: Flow, target: string): Path {
  const start = initialStep(flow) as FlowStep;
  const found = new Map<string, Path>([[start.chave, [{ step: start, by: null }]]]);
  for (const [key, path] of found) {
    for (const { step, by } of pathFrom(flow, key))
      if (!found.has(step.chave)) found.set(step.chave, [...path, { step, by }]);
  }
  return found.get(target) ?? [];
}

/** Continues with standard transitions to the end of the flow. */
function toTheEnd(flow: Flow, path: Path): Path {
  const last = path.at(-1);
  if (!last || last.step.terminal || path.length > flow.etapas.length) return path;
  const next = pathFrom(flow, last.step.chave)[0];
  return next ? toTheEnd(flow, [...path, next]) : path;
}

function pathFrom(flow: Flow, key: string): Path {
  const out = flow.transicoes.filter(({ de }) => de === key);
  const ordered = [...out.filter(isStandard), ...out.filter((by) => !isStandard(by))];
  return ordered.flatMap((by) => {
    const step = currentStep(flow, by.para);
    return step ? [{ step, by }] : [];
  });
}

const isStandard = ({ tipo }: FlowTransition) => tipo === 'PADRAO';

type FinalReasonRow = Pick<
  typeof reasons.$inferSelect,
  'id' | 'description' | 'typeId' | 'flowKey' | 'result'
>;

/** The inputs for generating tickets. */
export interface TicketSources {
  chance: Chance;
  today: CalendarDate;
  kinds: readonly TicketKind[];
  customers: readonly DemoCustomer[];
  invoices: readonly DemoInvoice[];
  products: readonly ProductRow[];
  people: readonly DemoPerson[];
  sectorIds: ReadonlyMap<string, number>;
  productReasons: readonly ProductReasonRow[];
  /** Possible final reasons for a ticket of a type. */
  finalReasons: readonly FinalReasonRow[];
}
