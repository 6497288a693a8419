import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { trustMark } from '#contract/rules/nfe/noteTrust.ts';
import { totalFigures } from '#contract/rules/tickets/ticketLines.ts';
import type { Attachment } from '#contract/sac/tickets/ticketConversation.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import {
  carriers,
  files,
  invoiceItems,
  invoices,
  people,
  pickups,
  pickupTickets,
  representatives,
  returnInvoices,
  sectors,
  ticketAttachments,
  ticketEvents,
  ticketInvoices,
  ticketItems,
  ticketMessages,
  ticketOrigins,
  ticketSplits,
  tickets,
} from '#server/db/tables/index.ts';
import { isOutside } from '#server/session/scope.ts';
import { noteTrust } from '../../invoices/queries.ts';
import type { LineWithFigures } from '../lineFigures.ts';
import type { FactLine } from '../rules.ts';
import type { Move } from './ticketSteps.ts';

/**
 * The moves in the timeline, oldest first; each move's event has `{de, para}` in its data. The part of a divided ticket has come the way
 * that the whole one had come until then.
 */
export async function movesOf(db: Executor, ticketId: number): Promise<Move[]> {
  const { rows } = await db.execute<Move & Record<string, unknown>>(sql`
    with recursive past(id, until) as (
      select ${ticketId}::integer, 'infinity'::timestamptz
      union all
      select s.from_id, least(s.at, past.until) from ${ticketSplits} s join past on s.to_id = past.id
    )
    select e.type, e.data ->> 'de' as "from", e.data ->> 'para' as "to"
    from past join ${ticketEvents} e on e.ticket_id = past.id and e.created_at <= past.until
    where e.type in ('AVANCO', 'RETROCESSO', 'REABERTURA', 'FINALIZACAO', 'RECLASSIFICACAO')
    order by e.created_at, e.id`);
  return rows;
}

/** The line data that flow conditions need. */
export const detailLines = (db: Executor, ticketId: number): Promise<FactLine[]> =>
  db
    .select({
      status: ticketItems.status,
      authorized: ticketItems.authorized,
      checked: ticketItems.checked,
    })
    .from(ticketItems)
    .where(eq(ticketItems.ticketId, ticketId));

/** Sector names by key; the steps of a flow contain the keys. */
export async function sectorNames(db: Executor): Promise<Map<string, string>> {
  const rows = await db.select({ key: sectors.key, name: sectors.name }).from(sectors);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

export async function originOf(db: Executor, key: string): Promise<Ticket['origem']> {
  const [origin] = await db.select().from(ticketOrigins).where(eq(ticketOrigins.key, key));
  return { chave: key, descricao: origin?.description ?? key };
}

/** The ticket's carrier and, for a payment extension, the party responsible for the delay. */
export async function partiesOf(
  db: Executor,
  { carrierId, extension }: Pick<typeof tickets.$inferSelect, 'carrierId' | 'extension'>,
): Promise<Pick<Ticket, 'transportadora' | 'prorrogacao'>> {
  const late = extension?.responsavel === 'TRANSPORTADORA' ? extension.responsavelId : null;
  const [carrierNames, representative] = await Promise.all([
    namesOfCarriers(db, [carrierId, late]),
    extension?.responsavel === 'REPRESENTANTE' ? nameOfRepresentative(db, extension.responsavelId) : '',
  ]);
  return {
    transportadora: carrierId === null ? null : { id: carrierId, razSoc: carrierNames.get(carrierId) ?? '' },
    prorrogacao: extension && {
      responsavel: extension.responsavel,
      responsavelId: extension.responsavelId,
      nome: late === null ? representative : (carrierNames.get(late) ?? ''),
      diasAtraso: extension.diasAtraso,
      logistica: extension.logistica ?? null,
    },
  };
}

async function namesOfCarriers(db: Executor, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const given = ids.filter((id) => id !== null);
  if (given.length === 0) return new Map();
  const rows = await db
    .select({ id: carriers.id, name: carriers.legalName })
    .from(carriers)
    .where(inArray(carriers.id, given));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function nameOfRepresentative(db: Executor, id: number): Promise<string> {
  const [row] = await db
    .select({ name: representatives.name })
    .from(representatives)
    .where(eq(representatives.id, id));
  return row?.name ?? '';
}

/** The invoices that the ticket is about, as a whole or through its lines, newest first. */
export async function invoicesOf(db: Executor, ticketId: number): Promise<Ticket['notas']> {
  const rows = await db
    .select({
      chave: invoices.key,
      numNf: invoices.number,
      dtSai: invoices.issuedOn,
      vlTot: invoices.total,
      trust: noteTrust,
    })
    .from(invoices)
    .where(
      sql`${invoices.id} in (
        select ${ticketInvoices.invoiceId} from ${ticketInvoices} where ${ticketInvoices.ticketId} = ${ticketId}
        union
        select ${invoiceItems.invoiceId} from ${ticketItems}
          join ${invoiceItems} on ${invoiceItems.id} = ${ticketItems.invoiceItemId}
          where ${ticketItems.ticketId} = ${ticketId})`,
    )
    .orderBy(sql`${invoices.issuedOn} desc`, asc(invoices.id));
  return rows.map(({ trust, ...row }) => ({ ...row, avisoNota: trustMark(trust) }));
}

/** The number of lines and their current value: the sum of what each line shows. */
export const itemTotals = (
  lines: readonly Pick<LineWithFigures, 'figures'>[],
): Pick<Ticket, 'totalItens' | 'valorItens'> => ({
  totalItens: lines.length,
  valorItens: totalFigures(lines.map(({ figures }) => figures)).total,
});

/** Counts only those that the person may see. */
export async function countAttachments(
  { db, user }: Pick<Context, 'db' | 'user'>,
  ticketId: number,
): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(ticketAttachments)
    .innerJoin(files, eq(files.id, ticketAttachments.fileId))
    .leftJoin(ticketMessages, eq(ticketMessages.id, ticketAttachments.messageId))
    .where(visibleTo(user, ticketId));
  return row?.total ?? 0;
}

/** The return invoice, who accepted a difference in it, and the active pickup of the goods. */
export async function returnDocumentsOf(
  db: Executor,
  ticketId: number,
): Promise<Pick<Ticket, 'notaDevolucao' | 'coleta'>> {
  const [row] = await db
    .select({ invoice: returnInvoices, overrider: people.name, pickup: pickups })
    .from(tickets)
    .leftJoin(returnInvoices, eq(returnInvoices.ticketId, tickets.id))
    .leftJoin(people, eq(people.id, returnInvoices.overriddenBy))
    .leftJoin(pickupTickets, and(eq(pickupTickets.ticketId, tickets.id), eq(pickupTickets.active, true)))
    .leftJoin(pickups, eq(pickups.id, pickupTickets.pickupId))
    .where(eq(tickets.id, ticketId));
  const { invoice, overrider = null, pickup } = row ?? {};
  return {
    notaDevolucao: invoice
      ? {
          chave: invoice.key,
          total: invoice.total,
          totalEspelho: invoice.mirrorTotal,
          liberadaPor: overrider,
          motivoLiberacao: invoice.overrideReason,
        }
      : null,
    coleta: pickup ? { id: pickup.id, status: pickup.status, agendadaPara: pickup.scheduledFor } : null,
  };
}

type Reader = Pick<Context, 'db' | 'user'>;

/** A file in the contract's shape, with the line and message that it belongs to. */
type PlacedAttachment = Attachment & { itemId: number | null; messageId: number | null };

/** The files of a ticket that the person may see, oldest first. The caller has checked access to the ticket itself. */
export async function attachmentsWhere(
  { db, user }: Reader,
  ticketId: number,
  more?: SQL,
): Promise<PlacedAttachment[]> {
  const rows = await selectAttachments(db)
    .where(and(visibleTo(user, ticketId), more))
    .orderBy(asc(ticketAttachments.createdAt), asc(ticketAttachments.id));
  return rows.map(({ attachment, file }) => ({
    id: attachment.id,
    nome_exibicao: file.name,
    link: `/sac/tickets/${ticketId}/anexos/${attachment.id}`,
    mime: file.mime,
    tamanho: file.size,
    datahora_criacao: attachment.createdAt.toISOString(),
    itemId: attachment.itemId,
    messageId: attachment.messageId,
  }));
}

/** The files grouped by line or by message. */
export function groupedBy(
  attachments: readonly PlacedAttachment[],
  place: 'itemId' | 'messageId',
): Map<number, Attachment[]> {
  const groups = new Map<number, Attachment[]>();
  for (const attachment of attachments) {
    const id = attachment[place];
    if (id !== null) groups.set(id, [...(groups.get(id) ?? []), attachment]);
  }
  return groups;
}

export const selectAttachments = (db: Executor) =>
  db
    .select({ attachment: ticketAttachments, file: files })
    .from(ticketAttachments)
    .innerJoin(files, eq(files.id, ticketAttachments.fileId))
    .leftJoin(ticketMessages, eq(ticketMessages.id, ticketAttachments.messageId));

/**
 * People outside the company see no internal files, and none of a message that is not public, whatever the file's own flag says.
 * Those of an extra field are shown with it, to those who read it.
 */
export const visibleTo = (user: Context['user'], ticketId: number): SQL | undefined =>
  and(
    eq(ticketAttachments.ticketId, ticketId),
    isNull(ticketAttachments.fieldKey),
    isOutside(user)
      ? and(
          eq(ticketAttachments.internal, false),
          or(isNull(ticketAttachments.messageId), eq(ticketMessages.type, 'PUBLICO')),
        )
      : undefined,
  );
