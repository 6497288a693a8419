import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Automation, AutomationPlan } from '#contract/callcenter/agendas/automations.ts';
import { type AutomationRule, minuteOf, scheduleContacts } from '#contract/rules/agendas/automation.ts';
import type { ContactQuestion } from '#contract/rules/agendas/contactQuestions.ts';
import { formatCount } from '#contract/rules/format.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { minutesOf } from '#contract/rules/time/workWeek.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { agendas, automations, people } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { type Branch, branchesOf, type Collaborator, collaboratorsWhere } from '../agendaImport/queries.ts';
import { capacityOf, openLoads, workingDays } from '../agendaSupervision/queries.ts';
import { type ContactTurn, contactTurn, questionsAbout } from '../agendas/commands.ts';
import { candidates, leftAlone } from './candidates.ts';

type Planner = Pick<Context, 'user' | 'now'>;

interface Requested {
  rule: AutomationRule;
  automationId: number | null;
}

/** An agenda that a rule would make now. */
interface Planned {
  customer: Candidate;
  seller: Collaborator;
  branch: Branch;
  day: CalendarDate;
  at: Date;
}
type Candidate = Awaited<ReturnType<typeof candidates>>[number];

export interface Plan {
  planned: Planned[];
  /** Customers selected by the rule to whom no one can be assigned. */
  noRoom: number[];
  noSeller: number[];
  /** Customers whom nobody calls without a person's confirmation, and why. */
  skipped: Map<number, readonly ContactQuestion[]>;
}

/** The customers that a rule selects and when each would be called. Only reads, and is shared by the preview and the run. */
export async function planOf(db: Executor, ctx: Planner, { rule, automationId }: Requested): Promise<Plan> {
  const today = localDate(ctx.now(), DEFAULT_TIME_ZONE);
  const question = { user: ctx.user, rule, automationId, today };
  const found = await candidates(db, question);
  const serving = await branchesOf(
    db,
    ctx.user,
    found.map(({ id }) => id),
  );
  const sellersOf = await sellerFinder(db, found, serving);
  const days = await workingDays(db, ctx, { dtIni: addDays(today, 1), dias: rule.dias });
  const withSeller = found.filter((customer) => sellersOf(customer).length > 0);
  const room = await remainingCapacity(db, ctx, days);
  const { placed, left } = scheduleContacts(
    withSeller.map((customer) => ({
      customerId: customer.id,
      sellers: sellersOf(customer).map(({ seller }) => seller.id),
      weekdays: customer.servedOn,
      notBefore: rule.respeitaFrequencia ? nextContact(customer) : '',
    })),
    days,
    room,
  );
  const byId = new Map(withSeller.map((customer) => [customer.id, customer]));
  const start = minutesOf(rule.agenda.hora) ?? 540;
  const planned = placed.flatMap(({ customerId, personId, day, place }): Planned[] => {
    const customer = byId.get(customerId);
    const pair = customer && sellersOf(customer).find(({ seller }) => seller.id === personId);
    if (!customer || !pair) return [];
    const minute = minuteOf(start, place);
    const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    return [{ customer, ...pair, day, at: localInstant(day, time, pair.branch.zone) }];
  });
  const noSeller = found.flatMap((customer) => (sellersOf(customer).length > 0 ? [] : [customer.id]));
  const alone = await leftAlone(db, question);
  const skipped = new Map(alone.map((id): [number, readonly ContactQuestion[]] => [id, [LEFT_ALONE]]));
  const plan = { planned, noRoom: left, noSeller, skipped };
  return withoutAsking(db, ctx, { plan, kind: rule.agenda.tipo, turn: 'NONE' });
}

/** A plan once it is this run's turn with its customers, without those who got another contact meanwhile. */
export async function inTurn(tx: Tx, ctx: Planner, plan: Plan, rule: AutomationRule): Promise<Plan> {
  const turn = await contactTurn(
    tx,
    plan.planned.map(({ customer }) => customer.id),
  );
  return withoutAsking(tx, ctx, { plan, kind: rule.agenda.tipo, turn });
}

interface Asking {
  plan: Plan;
  kind: AutomationRule['agenda']['tipo'];
  turn: ContactTurn | 'NONE';
}

/** An automation cannot confirm anything, so it skips whatever a person would be asked about. */
async function withoutAsking(db: Executor, ctx: Planner, { plan, kind, turn }: Asking): Promise<Plan> {
  const contacts = plan.planned.map(({ customer, branch, at }) => ({
    customerId: customer.id,
    kind,
    at,
    zone: branch.zone,
  }));
  const asked = await questionsAbout(db, ctx, contacts, turn);
  const skipped = new Map(plan.skipped);
  for (const [place, questions] of asked.entries())
    if (questions.length > 0) skipped.set(contacts[place]?.customerId ?? 0, questions);
  return { ...plan, planned: plan.planned.filter((_, place) => asked[place]?.length === 0), skipped };
}

const LEFT_ALONE: ContactQuestion = {
  kind: 'NAO_CONTATAR',
  about: 'cliente',
  text: 'O cliente pediu para não ser contatado.',
};

/** The skipped customers as the audit keeps them, of which it needs no more to show what happened. */
export const skippedFacts = ({ skipped }: Plan) => ({
  pulados: skipped.size,
  clientesPulados: [...skipped]
    .slice(0, 100)
    .map(([id, questions]) => `${id}: ${questions.map((each) => each.kind).join(', ')}`),
});

const nextContact = ({ lastContact, contactEvery }: Candidate): CalendarDate =>
  lastContact && contactEvery > 0 ? addDays(lastContact, contactEvery) : '';

/**
 * Finds the sellers for a customer: the customer's own, or else the representative's, among those who serve one of the
 * customer's branches.
 */
async function sellerFinder(
  db: Executor,
  found: readonly Candidate[],
  serving: ReadonlyMap<number, Branch[]>,
) {
  const named = [...new Set(found.flatMap(({ sellers }) => sellers))];
  const representing = [...new Set(found.flatMap(({ representativeId }) => representativeId ?? []))];
  const [sellers, representatives] = await Promise.all([
    named.length > 0 ? collaboratorsWhere(db, inArray(people.id, named)) : [],
    representing.length > 0 ? collaboratorsWhere(db, inArray(people.representativeId, representing)) : [],
  ]);
  const byId = new Map(sellers.map((seller) => [seller.id, seller]));
  const customersOfRule = new Map<number, { seller: Collaborator; branch: Branch }[]>();
  return (customer: Candidate) => {
    const sellers = customersOfRule.get(customer.id);
    if (sellers) return sellers;
    const reach = (seller: Collaborator) => {
      const branch = (serving.get(customer.id) ?? []).find(({ id }) =>
        seller.serves(id, customer.representativeId),
      );
      return branch ? [{ seller, branch }] : [];
    };
    const own = customer.sellers.flatMap((id) => byId.get(id) ?? []).flatMap(reach);
    const pairs = own.length > 0 ? own : representatives.flatMap(reach);
    customersOfRule.set(customer.id, pairs);
    return pairs;
  };
}

/** Each person's remaining capacity per day. */
async function remainingCapacity(db: Executor, ctx: Planner, days: readonly CalendarDate[]) {
  const [loads, capacity] = await Promise.all([openLoads(db, ctx.user, days), capacityOf(db)]);
  return (personId: number, day: CalendarDate) => capacity(personId) - (loads.get(`${personId}/${day}`) ?? 0);
}

export function planView(
  { planned, noRoom, noSeller, skipped }: Plan,
  verb: [one: string, many: string],
): AutomationPlan {
  return {
    agendas: planned.map(({ customer, seller, at, day }) => ({
      cliente: { id: customer.id, nome: customer.name },
      colaborador: { id: seller.id, nome: seller.name },
      data_agendada: at.toISOString(),
      dia: day,
      ultimaCompra: customer.lastPurchaseOn,
    })),
    semLugar: noRoom.length,
    semVendedor: noSeller.length,
    pulados: skipped.size,
    message: `${[
      formatCount(planned.length, ...verb),
      noRoom.length > 0 && `${noRoom.length} sem lugar nestes dias`,
      skipped.size > 0 && skippedText(skipped),
    ]
      .filter(Boolean)
      .join('; ')}.`,
  };
}

function skippedText(skipped: Plan['skipped']): string {
  const alone = [...skipped.values()].filter((questions) =>
    questions.some(({ kind }) => kind === 'NAO_CONTATAR'),
  ).length;
  const busy = skipped.size - alone;
  return [
    alone > 0 &&
      formatCount(alone, 'cliente pulado por não querer contato', 'clientes pulados por não querer contato'),
    busy > 0 &&
      formatCount(
        busy,
        'cliente pulado por já ter contato no horário',
        'clientes pulados por já ter contato no horário',
      ),
  ]
    .filter(Boolean)
    .join('; ');
}

/** Open agendas created by an automation. */
export const pendingOf = (automationId: number) =>
  and(eq(agendas.automationId, automationId), isNull(agendas.finishedAt));
const pendingCount = sql<number>`(select count(*)::int from ${agendas} a where a.automation_id = automations.id and a.finished_at is null)`;

export type AutomationRecord = typeof automations.$inferSelect;

/** Validated by the contract when it was written. */
export const ruleOf = ({ rule }: AutomationRecord): AutomationRule => rule as unknown as AutomationRule;

const selected = (db: Executor) =>
  db
    .select({ automation: automations, creator: people.name, pending: pendingCount })
    .from(automations)
    .leftJoin(people, eq(people.id, automations.createdById));

export async function automationList({ db }: Pick<Context, 'db'>): Promise<Automation[]> {
  return (await selected(db).orderBy(asc(automations.name), asc(automations.id))).map(viewOf);
}

export async function oneAutomation({ db }: { db: Executor }, id: number): Promise<Automation> {
  const [row] = await selected(db).where(eq(automations.id, id));
  if (!row) throw notFound();
  return viewOf(row);
}

interface Row {
  automation: AutomationRecord;
  creator: string | null;
  pending: number;
}

const viewOf = ({ automation, creator, pending }: Row): Automation => ({
  id: automation.id,
  nome: automation.name,
  ativa: automation.active,
  regra: ruleOf(automation),
  ultimaExecucao: automation.lastRunAt?.toISOString() ?? null,
  ultimasCriadas: automation.lastMade,
  pendentes: pending,
  criador: automation.createdById && creator ? { id: automation.createdById, nome: creator } : null,
  versao: automation.version,
});

interface Contact {
  customerId: number;
  representativeId: number | null;
  branchId: number;
  personId: number;
  at: Date;
}

/** An agenda worded as the rule says. Its key prevents a second one for the customer on the day of the run. */
export function newAgenda(automation: AutomationRecord, { at, ...contact }: Contact, today: CalendarDate) {
  const { tipo, assunto, descricao = '' } = ruleOf(automation).agenda;
  return {
    ...contact,
    kind: tipo,
    subject: assunto,
    description: descricao,
    scheduledAt: at,
    origin: 'AUTOMACAO' as const,
    automationId: automation.id,
    externalId: `${automation.id}/${contact.customerId}/${today}`,
  };
}
