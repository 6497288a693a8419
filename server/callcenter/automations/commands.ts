import { and, eq, sql } from 'drizzle-orm';
import { type ContactQuestion, questionsText } from '#contract/rules/agendas/contactQuestions.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, automations, branches, people } from '../../db/tables/index.ts';
import { forbidden, refused } from '../../errors.ts';
import type { RowWork } from '../../jobs/bulkJob.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { writeAgendas } from '../agendaImport/commands.ts';
import { collaboratorsWhere } from '../agendaImport/queries.ts';
import { capacityOf, openLoads } from '../agendaSupervision/queries.ts';
import { contactTurn, questionsAbout } from '../agendas/commands.ts';
import { lockCustomer } from '../customerCore/commands.ts';
import { type AutomationRecord, newAgenda, pendingOf, ruleOf } from './plan.ts';

/**
 * The stored data of a long run. Its day stays the day it started, even past midnight, because it is part of each agenda's
 * key.
 */
export interface LongRun {
  idAutomacao: number;
  nome: string;
  dia: CalendarDate;
}

/** The plan for a customer, or why there is none. */
export type PlannedLine =
  | { personId: number; branchId: number; day: CalendarDate; at: string }
  | { sem: 'LUGAR' | 'VENDEDOR' }
  /** What a person would have been asked. */
  | { pulado: ContactQuestion[] };

/** Processes one customer of a long run and rechecks everything that may have changed since the plan. */
export const automationWork: RowWork<LongRun, PlannedLine> = {
  permission: 'AUTOMACAO_EDITAR',
  row: (ctx, customerId, run, line) => ctx.db.transaction((tx) => makeAgenda(tx, ctx, customerId, run, line)),
};

async function makeAgenda(tx: Tx, ctx: Context, customerId: number, run: LongRun, line: PlannedLine) {
  if (!seesOthersAgendas(ctx.user)) throw forbidden('AUTOMACAO_EDITAR');
  if ('sem' in line) throw refused(`SEM_${line.sem}`, LEFT_OUT[line.sem]);
  if ('pulado' in line) throw skipped(line.pulado);
  const automation = await lockExisting(tx, run.idAutomacao);
  const turn = await contactTurn(tx, [customerId]);
  const customer = await lockCustomer(tx, ctx, customerId);
  if (await tx.$count(agendas, and(eq(agendas.customerId, customerId), pendingOf(automation.id))))
    throw refused('JA_TEM_AGENDA', 'O cliente já tem uma agenda desta automação em aberto.');
  const { personId, branchId, day, at } = line;
  await requireRoom(tx, ctx, line, customer.representativeId);
  const contact = {
    customerId,
    kind: ruleOf(automation).agenda.tipo,
    at: new Date(at),
    zone: await branchZone(tx, branchId),
  };
  const [questions = []] = await questionsAbout(tx, ctx, [contact], turn);
  if (questions.length > 0) throw skipped(questions);
  const { representativeId } = customer;
  const row = newAgenda(
    automation,
    { customerId, representativeId, personId, branchId, at: new Date(at) },
    run.dia,
  );
  const [id] = await writeAgendas(tx, ctx, [row], `Agenda criada pela automação ${automation.name}`);
  if (!id) throw refused('JA_TEM_AGENDA', `O cliente já recebeu uma agenda desta automação em ${day}.`);
  await tx
    .update(automations)
    .set({ lastMade: sql`coalesce(${automations.lastMade}, 0) + 1` })
    .where(eq(automations.id, automation.id));
}

const skipped = (questions: readonly ContactQuestion[]) =>
  refused(questions[0]?.kind ?? 'NAO_CONTATAR', questionsText(questions));

async function branchZone(tx: Tx, branchId: number): Promise<string> {
  const [branch] = await tx
    .select({ zone: branches.timeZone })
    .from(branches)
    .where(eq(branches.id, branchId));
  return branch?.zone ?? DEFAULT_TIME_ZONE;
}

const LEFT_OUT = {
  LUGAR: 'Quem atende o cliente não tem lugar na agenda nestes dias.',
  VENDEDOR: 'Nenhum vendedor atende o cliente.',
} as const;

/** Serializes the runs of one automation, including the nightly one. */
async function lockExisting(tx: Tx, id: number): Promise<AutomationRecord> {
  const [row] = await tx.select().from(automations).where(eq(automations.id, id)).for('update');
  if (!row) throw refused('AUTOMACAO_EXCLUIDA', 'A automação foi excluída enquanto rodava.');
  return row;
}

async function requireRoom(
  tx: Tx,
  { user }: Pick<Context, 'user'>,
  { personId, branchId, day }: Extract<PlannedLine, { day: CalendarDate }>,
  representativeId: number | null,
): Promise<void> {
  const [seller] = await collaboratorsWhere(tx, eq(people.id, personId));
  if (!seller?.serves(branchId, representativeId))
    throw refused('NAO_ATENDE', 'Quem faria o contato já não atende o cliente.');
  const [loads, capacity] = await Promise.all([openLoads(tx, user, [day]), capacityOf(tx)]);
  if ((loads.get(`${personId}/${day}`) ?? 0) >= capacity(personId))
    throw refused('SEM_LUGAR', LEFT_OUT.LUGAR);
}
