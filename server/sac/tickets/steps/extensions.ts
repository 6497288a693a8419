import { and, asc, eq, exists, inArray, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { formatCount } from '#contract/rules/format.ts';
import { type Problem, textsOf } from '#contract/rules/problem.ts';
import { financeProblems, logisticsProblems } from '#contract/rules/steps/extensions.ts';
import type { FinanceInput, LogisticsInput } from '#contract/rules/steps/stepInput.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import {
  extensionDecisions,
  invoiceItems,
  invoices,
  invoiceTitles,
  ticketInvoices,
  ticketItems,
} from '#server/db/tables/index.ts';
import { invalid, refuseProblems } from '#server/errors.ts';
import { publishParts } from '#server/writing/audit.ts';
import { carriersOfCustomer } from '../../customers/queries.ts';
import { representativeOptions } from '../../lookups/queries.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import type { StepEffect, StepWork } from './applyStepData.ts';

/** Decides on the titles: those granted get their later due date immediately. */
export async function applyFinanceExtension(
  tx: Tx,
  ctx: Context,
  { ticket, data }: StepWork,
): Promise<StepEffect> {
  const input = data.prorrogacaoFinanceiro ?? { titulos: [] };
  const rows = await lockTitles(tx, ticket.id);
  const today = localDate(ctx.now(), DEFAULT_TIME_ZONE);
  refuseProblems(financeProblems(input, { titles: rows.map(asRuled), today }));
  const byId = new Map(rows.map((row) => [row.title.id, row]));
  const decided = input.titulos.flatMap((given) => {
    const row = byId.get(given.id);
    return row ? [decisionOf(given, row)] : [];
  });
  await writeDecisions(tx, ctx, ticket.id, decided);
  return { set: {}, note: noteOf(decided, byId), after: { titulos: decided } };
}

/** The due date before this ticket's own earlier extension, since a second decision starts from that date again. */
const dueBefore = ({ title, decision }: TitleRow): string =>
  decision && decision.newDueOn === title.dueOn ? decision.oldDueOn : title.dueOn;

const asRuled = (row: TitleRow) => ({
  id: row.title.id,
  label: `Título ${row.title.number}`,
  dueOn: dueBefore(row),
  paid: row.title.paidOn !== null,
});

interface Decided {
  id: number;
  decisao: 'CONCEDIDA' | 'NEGADA';
  de: string;
  para: string | null;
  obs: string;
}

const decisionOf = (given: FinanceInput['titulos'][number], row: TitleRow): Decided => ({
  id: given.id,
  decisao: given.decisao,
  de: dueBefore(row),
  para: given.decisao === 'CONCEDIDA' ? (given.novoVencimento ?? null) : null,
  obs: (given.obs ?? '').trim(),
});

async function writeDecisions(tx: Tx, ctx: Context, ticketId: number, decided: readonly Decided[]) {
  await tx.delete(extensionDecisions).where(eq(extensionDecisions.ticketId, ticketId));
  if (decided.length === 0) return;
  await tx.insert(extensionDecisions).values(
    decided.map(({ id, decisao, de, para, obs }) => ({
      ticketId,
      titleId: id,
      decision: decisao,
      oldDueOn: de,
      newDueOn: para,
      note: obs,
      decidedBy: ctx.user.id,
      createdAt: ctx.now(),
    })),
  );
  const dates = new Map(decided.map(({ id, de, para }) => [id, para ?? de]));
  const cases = [...dates].map(([id, day]) => sql`when ${id} then ${day}::date`);
  await tx
    .update(invoiceTitles)
    .set({
      dueOn: sql`case ${invoiceTitles.id} ${sql.join(cases, sql` `)} end`,
      version: sql`${invoiceTitles.version} + 1`,
    })
    .where(inArray(invoiceTitles.id, [...dates.keys()]));
  await publishParts(
    tx,
    ctx,
    [...dates.keys()].map((entityId) => ({ action: 'ALTERAR', entity: 'invoice_titles', entityId })),
  );
}

/** For example 'Prorrogação: título 77/1 de 30/11/2026 para 09/12/2026, título 77/2 negado.' */
function noteOf(decided: readonly Decided[], byId: ReadonlyMap<number, TitleRow>): string {
  if (decided.length === 0) return 'Nada a prorrogar: as notas do ticket não têm títulos.';
  const parts = decided.map(({ id, de, para }) => {
    const name = `título ${byId.get(id)?.title.number}`;
    return para ? `${name} de ${formatCalendarDate(de)} para ${formatCalendarDate(para)}` : `${name} negado`;
  });
  return `Prorrogação: ${parts.join(', ')}.`;
}

/**
 * Records who was late and by how many days, as confirmed by logistics, or its refusal, which leaves the requested values
 * unchanged.
 */
export async function applyLogisticsExtension(
  tx: Tx,
  ctx: Context,
  { ticket, data }: StepWork,
): Promise<StepEffect> {
  const input = data.prorrogacaoLogistica;
  if (!input) throw invalid(textsOf(logisticsProblems(input)));
  refuseProblems([
    ...logisticsProblems(input),
    ...(input.recusada ? [] : await partyProblems(tx, ctx, ticket, input)),
  ]);
  const answer = input.recusada ? 'RECUSADA' : 'CONFIRMADA';
  const confirmed = {
    responsavel: input.responsavel,
    responsavelId: input.responsavel_id,
    diasAtraso: input.dias_atraso,
  };
  const extension = {
    ...(input.recusada && ticket.extension ? ticket.extension : confirmed),
    logistica: answer,
  } as const;
  const note = (input.obs ?? '').trim();
  const said = input.recusada
    ? 'A logística recusou a prorrogação.'
    : `Atraso de ${formatCount(input.dias_atraso, 'dia', 'dias')} confirmado.`;
  return {
    set: { extension },
    // The observation of logistics is internal, while consumers can read the timeline too.
    note: said,
    after: { prorrogacao: extension, obs: note },
  };
}

/** The party must be one that the console's lookups offer, or the one that the ticket was opened with. */
async function partyProblems(
  tx: Tx,
  { user }: Context,
  ticket: TicketRecord,
  { responsavel, responsavel_id: id }: LogisticsInput,
): Promise<Problem[]> {
  const { extension } = ticket;
  if (extension?.responsavel === responsavel && extension.responsavelId === id) return [];
  const carrier = responsavel === 'TRANSPORTADORA';
  const offered = carrier
    ? await carriersOfCustomer(tx, ticket.customerId)
    : await representativeOptions(tx, user);
  if (offered.some((option) => option.id === id)) return [];
  const message = carrier ? 'Transportadora não encontrada.' : 'Representante não encontrado.';
  return [{ field: 'prorrogacaoLogistica.responsavel_id', message }];
}

export interface TitleRow {
  title: typeof invoiceTitles.$inferSelect;
  invoiceNumber: number;
  /** This ticket's previous decision on the title. */
  decision: typeof extensionDecisions.$inferSelect | null;
}

/** The last extension that another ticket granted, by title. */
export async function earlierExtensions(
  db: Executor,
  ticketId: number,
  rows: readonly TitleRow[],
): Promise<Map<number, { idTicket: number; vencimentoAnterior: string }>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ title }) => title.id);
  const found = await db
    .select({
      titleId: extensionDecisions.titleId,
      idTicket: extensionDecisions.ticketId,
      vencimentoAnterior: extensionDecisions.oldDueOn,
    })
    .from(extensionDecisions)
    .where(
      and(
        inArray(extensionDecisions.titleId, ids),
        ne(extensionDecisions.ticketId, ticketId),
        eq(extensionDecisions.decision, 'CONCEDIDA'),
      ),
    )
    .orderBy(asc(extensionDecisions.id));
  return new Map(found.map(({ titleId, ...extension }) => [titleId, extension]));
}

/** The same titles, locked: of two tickets about one invoice, the second sees the due date that the first has set. */
async function lockTitles(db: Executor, ticketId: number): Promise<TitleRow[]> {
  await db
    .select({ id: invoiceTitles.id })
    .from(invoiceTitles)
    .where(ofTicket(db, ticketId, invoiceTitles.invoiceId))
    .orderBy(asc(invoiceTitles.id))
    .for('update');
  return titlesOfTicket(db, ticketId);
}

/** The invoices that a ticket refers to, as a whole or through a line, in the order of their numbers. */
export const invoicesOfTicket = (db: Executor, ticketId: number) =>
  db
    .select({ id: invoices.id, number: invoices.number })
    .from(invoices)
    .where(ofTicket(db, ticketId, invoices.id))
    .orderBy(asc(invoices.number), asc(invoices.id));

const ofTicket = (db: Executor, ticketId: number, invoiceId: PgColumn) =>
  or(
    exists(
      db
        .select({ one: sql`1` })
        .from(ticketInvoices)
        .where(and(eq(ticketInvoices.ticketId, ticketId), eq(ticketInvoices.invoiceId, invoiceId))),
    ),
    exists(
      db
        .select({ one: sql`1` })
        .from(ticketItems)
        .innerJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
        .where(and(eq(ticketItems.ticketId, ticketId), eq(invoiceItems.invoiceId, invoiceId))),
    ),
  );

/** The titles of these invoices, ordered by due date. */
export const titlesOfTicket = async (db: Executor, ticketId: number): Promise<TitleRow[]> =>
  db
    .select({ title: invoiceTitles, invoiceNumber: invoices.number, decision: extensionDecisions })
    .from(invoiceTitles)
    .innerJoin(invoices, eq(invoices.id, invoiceTitles.invoiceId))
    .leftJoin(
      extensionDecisions,
      and(eq(extensionDecisions.titleId, invoiceTitles.id), eq(extensionDecisions.ticketId, ticketId)),
    )
    .where(ofTicket(db, ticketId, invoiceTitles.invoiceId))
    .orderBy(asc(invoiceTitles.dueOn), asc(invoiceTitles.id));
