import { and, asc, eq } from 'drizzle-orm';
import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import type { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { DayCall } from '#contract/callcenter/agendas/nextContacts.ts';
import type { Input, Output } from '#contract/route.ts';
import { NEXT_CONTACTS, nextContact } from '#contract/rules/agendas/nextContact.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { calendarOf, standardCalendar } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import { agendas } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { branchesOfCustomers, visibleCustomer } from '../../sac/customers/queries.ts';
import { agendaScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { MOST_CALLS, ownCalls } from '../home/queries.ts';
import { agendaRows } from './list.ts';
import { agendaCondition } from './queries.ts';

/** When to contact the customer next, and for which agenda the contact of now is made. */
export async function nextContacts(
  { params: { idCli }, query: { idAgenda } }: Input<typeof agendaRoutes.nextContact>,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.nextContact>> {
  const customer = await visibleCustomer(ctx.db, ctx.user, idCli);
  if (!customer) throw notFound();
  const agenda =
    idAgenda === undefined ? await dueAgenda(idCli, ctx) : await namedAgenda(idCli, idAgenda, ctx);
  const [serving] = (await branchesOfCustomers(ctx.db, ctx.user, [idCli])).get(idCli) ?? [];
  const branchId = agenda?.filial.id ?? serving?.idFil;
  const calendar =
    branchId === undefined
      ? standardCalendar(await zoneOf(ctx.db, ctx.user))
      : await calendarOf(ctx.db, branchId);
  const times = { now: ctx.now(), calendar, servedOn: customer.servedOn };
  return {
    data: {
      agenda,
      fuso: calendar.zone,
      // Whoever works at none of its branches cannot plan a contact with the customer.
      opcoes:
        branchId === undefined
          ? []
          : NEXT_CONTACTS.flatMap(({ value }) => {
              const at = nextContact(value, times);
              return at ? [{ valor: value, em: at.toISOString() }] : [];
            }),
    },
  };
}

/** The person's own first open one with the customer that is due by the end of today. */
async function dueAgenda(idCli: number, ctx: Context): Promise<AgendaRow | null> {
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  const due = await agendaCondition(ctx, {
    ...{ idCli, idColab: ctx.user.id, dtFim: today },
    situacao: ['ATRASADA', 'PENDENTE'],
  });
  const [found] = await ctx.db
    .select({ id: agendas.id })
    .from(agendas)
    .where(due)
    .orderBy(asc(agendas.scheduledAt), asc(agendas.id))
    .limit(1);
  const [row] = found ? await agendaRows(ctx, [found.id]) : [];
  return row ?? null;
}

async function namedAgenda(idCli: number, id: number, ctx: Context): Promise<AgendaRow> {
  const [found] = await ctx.db
    .select({ id: agendas.id })
    .from(agendas)
    .where(and(eq(agendas.id, id), eq(agendas.customerId, idCli), agendaScope(ctx.user)));
  const [row] = found ? await agendaRows(ctx, [found.id]) : [];
  if (!row) throw notFound();
  return row;
}

export async function dayCalls(ctx: Context): Promise<DayCall[]> {
  const now = ctx.now();
  return (await ownCalls(ctx, MOST_CALLS)).map(
    ({ id, customerId, customer, phone, subject, at, zone, value }) => ({
      ...{ id, idCli: customerId, cliente: customer, telefone: phone, assunto: subject },
      ...{ data_agendada: at.toISOString(), fuso: zone, atrasada: at < now, valor: value },
    }),
  );
}
