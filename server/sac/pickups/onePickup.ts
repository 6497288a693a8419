import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { sumDecimals } from '#contract/rules/decimal.ts';
import type { Pickup } from '#contract/sac/pickups.ts';
import type { Reading } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  customers,
  invoiceItems,
  invoices,
  pickups,
  pickupTickets,
  products,
  ticketEvents,
  ticketItems,
  tickets,
} from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { ticketScope } from '../../session/scope.ts';
import { quantityInForceSql, ticketRows } from '../tickets/queries.ts';
import { namesOf, pickupRows, pickupScope, waitsOnPickupStep } from './rows.ts';
import { groupsOf } from './rules.ts';

/** A pickup with the parts of it that the person may see; 404 if it does not exist or is out of scope. */
export async function onePickup(id: number, ctx: Reading): Promise<Pickup> {
  const { db, user } = ctx;
  const [record] = await db
    .select()
    .from(pickups)
    .where(and(eq(pickups.id, id), pickupScope(user)));
  if (!record) throw notFound();
  const ticketsHeld = await heldTickets(ctx, id);
  const [[row], shown, names, motivoCancelamento] = await Promise.all([
    pickupRows(ctx, [record]),
    shownTickets(ctx, ticketsHeld),
    namesOf(db, [record.confirmedBy]),
    record.status === 'CANCELADA' ? cancelReason(db, id, ticketsHeld) : null,
  ]);
  if (!row) throw notFound();
  const mayChange = allows(user.grants, 'COLETAS_CONFIRMAR') && record.status !== 'CANCELADA';
  const active = ticketsHeld.filter((each) => each.active);
  return {
    ...row,
    versao: record.version,
    obs: record.note,
    confirmadaPor: record.confirmedBy === null ? null : (names.get(record.confirmedBy) ?? ''),
    motivoCancelamento,
    tickets: shown,
    acoes: {
      confirmar: mayChange && record.status === 'GERADA',
      cancelar: mayChange && active.every(({ waits }) => waits),
      agendar: mayChange && active.some(({ waits }) => waits),
    },
  };
}

interface Held {
  ticketId: number;
  active: boolean;
  waits: boolean;
}

const heldTickets = ({ db, user }: Reading<'db' | 'user'>, pickupId: number): Promise<Held[]> =>
  db
    .select({
      ticketId: pickupTickets.ticketId,
      active: pickupTickets.active,
      waits: sql<boolean>`${waitsOnPickupStep}`,
    })
    .from(pickupTickets)
    .innerJoin(tickets, eq(tickets.id, pickupTickets.ticketId))
    .where(and(eq(pickupTickets.pickupId, pickupId), ticketScope(user)))
    .orderBy(asc(pickupTickets.ticketId));

async function shownTickets(ctx: Reading, held: readonly Held[]): Promise<Pickup['tickets']> {
  const ids = held.map(({ ticketId }) => ticketId);
  const [rows, lines, contacts] = await Promise.all([
    ticketRows(ctx, ids),
    linesOf(ctx.db, ids),
    contactsOf(ctx.db, ids),
  ]);
  return rows.map((row) => {
    const itens = (lines.get(row.id) ?? []).map(({ ticketId: _, ...line }) => line);
    const contact = contacts.get(row.id);
    return {
      id: row.id,
      ativo: held.some(({ ticketId, active }) => ticketId === row.id && active),
      status: row.status,
      etapa: row.etapaAtual.descricao,
      cliente: {
        id: row.cliente.id,
        fant: row.cliente.fant,
        razSoc: row.cliente.razSoc,
        telefone: contact?.phone ?? '',
      },
      endereco: addressOf(contact?.address ?? {}),
      filial: row.filial,
      volumes: sumDecimals(itens.map(({ quantidade }) => quantidade)),
      itens,
    };
  });
}

/** What the analysis authorised for return, line by line. */
async function linesOf(db: Executor, ticketIds: readonly number[]) {
  const rows = await db
    .select({
      ticketId: ticketItems.ticketId,
      idExibicao: products.code,
      descricao: ticketItems.description,
      unidade: sql<string>`coalesce(${ticketItems.unit}, ${invoiceItems.unit}, ${products.unit})`,
      fator: sql<string>`trim_scale(${ticketItems.factor})::text`,
      unidadeNota: sql<string>`coalesce(${invoiceItems.unit}, ${products.unit})`,
      fatorNota: sql<string>`trim_scale(coalesce(${invoiceItems.factor}, 1))::text`,
      nfe: invoices.number,
      quantidade: sql<string>`(${quantityInForceSql})::text`,
    })
    .from(ticketItems)
    .innerJoin(products, eq(products.id, ticketItems.productId))
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .leftJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(and(inArray(ticketItems.ticketId, [...ticketIds]), gt(ticketItems.authorized, '0')))
    .orderBy(asc(ticketItems.ticketId), asc(ticketItems.line));
  return groupsOf(rows, ({ ticketId }) => ticketId);
}

async function contactsOf(db: Executor, ticketIds: readonly number[]) {
  const rows = await db
    .select({ id: tickets.id, phone: customers.phone, address: customers.address })
    .from(tickets)
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .where(inArray(tickets.id, [...ticketIds]));
  return new Map(rows.map((row) => [row.id, row]));
}

const addressOf = (
  address: (typeof customers.$inferSelect)['address'],
): Pickup['tickets'][number]['endereco'] => ({
  logradouro: address.logradouro ?? '',
  numero: address.numero ?? '',
  complemento: address.complemento ?? '',
  bairro: address.bairro ?? '',
  cep: address.cep ?? '',
  cidade: address.cidade ?? '',
  uf: address.uf ?? '',
});

/** The reason is in the timeline of each ticket that was released. */
async function cancelReason(db: Executor, pickupId: number, held: readonly Held[]): Promise<string | null> {
  if (held.length === 0) return null;
  const [event] = await db
    .select({ reason: sql<string | null>`${ticketEvents.data} ->> 'motivo'` })
    .from(ticketEvents)
    .where(
      and(
        inArray(
          ticketEvents.ticketId,
          held.map(({ ticketId }) => ticketId),
        ),
        eq(ticketEvents.type, 'COLETA'),
        sql`${ticketEvents.data} @> ${JSON.stringify({ coleta: pickupId, situacao: 'CANCELADA' })}::jsonb`,
      ),
    )
    .orderBy(desc(ticketEvents.createdAt))
    .limit(1);
  return event?.reason ?? null;
}
