import { and, asc, desc, eq } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { STANDARD_TYPE_KEYS } from '#contract/records/index.ts';
import {
  FEED_SUBJECT_KEYS,
  FEED_SUBJECTS,
  type FeedSubjectKey,
  feedRoutes,
  isFeedSubject,
} from '#contract/records/routes/feed.ts';
import type { Input, Output } from '#contract/route.ts';
import { oneAgenda } from '../callcenter/agendas/commands.ts';
import { oneCampaign } from '../callcenter/campaigns/queries.ts';
import { contactsOf } from '../callcenter/contacts/queries.ts';
import { addressById } from '../callcenter/deliveryAddresses/queries.ts';
import { oneGoal } from '../callcenter/goals/queries.ts';
import { orderView } from '../callcenter/orders/queries.ts';
import { recordPage } from '../callcenter/serviceRecords/queries.ts';
import type { Context, User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import {
  customerContacts,
  customerMix,
  customers,
  deliveryAddresses,
  paymentLinks,
  products,
  serviceRecords,
} from '../db/tables/index.ts';
import { forbidden, invalid, notFound } from '../errors.ts';
import { implement } from '../implement.ts';
import { mayRecords } from '../records/access.ts';
import { customTypes } from '../records/custom/queries.ts';
import { standardMapped } from '../records/registry.ts';
import { oneTicket } from '../sac/tickets/queries.ts';
import { isConsumer } from '../session/scope.ts';
import { beginning, cursorText, feedHead, placeAt, readCursor } from './cursor.ts';
import { type ChangePage, readChanges, visibleCodes } from './read.ts';
import { numberChanges } from './sequencer.ts';
import { waitForChanges } from './waiting.ts';

type Changes = typeof feedRoutes.changes;

/** The data that other systems read back from the console. */
export const feedImplementation = implement(feedRoutes, {
  changes,
  async ticket({ params }, ctx) {
    await requireSeen(ctx, 'tickets', params.id);
    return { data: await oneTicket(params.id, ctx) };
  },
  async order({ params }, ctx) {
    await requireSeen(ctx, 'pedidos', params.id);
    return { data: await orderView(ctx, params.id) };
  },
  async payments({ params }, ctx) {
    await requireSeen(ctx, 'pagamentos', params.id);
    const rows = await ctx.db
      .select()
      .from(paymentLinks)
      .where(and(eq(paymentLinks.orderId, params.id), eq(paymentLinks.status, 'PAGO')))
      .orderBy(paymentLinks.id);
    return {
      data: rows.map(({ id, orderId, amount, paidAt, providerReference }) => ({
        id,
        pedido: orderId,
        valor: amount,
        pagoEm: paidAt?.toISOString() ?? null,
        referencia: providerReference,
      })),
    };
  },
  async contact({ params }, ctx) {
    await requireSeen(ctx, 'contatos', params.id);
    const cliente = await customerOf(ctx, customerContacts, params.id);
    const found = (await contactsOf(ctx.db, cliente.id)).find(({ id }) => id === params.id);
    if (!found) throw notFound();
    return { data: { ...found, cliente } };
  },
  async deliveryAddress({ params }, ctx) {
    await requireSeen(ctx, 'enderecos-entrega', params.id);
    const cliente = await customerOf(ctx, deliveryAddresses, params.id);
    const found = await addressById(ctx.db, params.id);
    if (!found) throw notFound();
    return { data: { ...found, cliente } };
  },
  async mix({ params }, ctx) {
    await requireSeen(ctx, 'mix', params.id);
    const [cliente] = await ctx.db
      .select({ id: customers.id, documento: customers.document })
      .from(customers)
      .where(eq(customers.id, params.id));
    if (!cliente) throw notFound();
    const rows = await ctx.db
      .select({ codigo: products.code, at: customerMix.at })
      .from(customerMix)
      .innerJoin(products, eq(products.id, customerMix.productId))
      .where(eq(customerMix.customerId, cliente.id))
      .orderBy(desc(customerMix.at), asc(products.code));
    return {
      data: { cliente, produtos: rows.map(({ codigo, at }) => ({ codigo, desde: at.toISOString() })) },
    };
  },
  async serviceRecord({ params }, ctx) {
    await requireSeen(ctx, 'atendimentos', params.id);
    const cliente = await customerOf(ctx, serviceRecords, params.id);
    const [found] = (await recordPage(ctx.db, eq(serviceRecords.id, params.id), {})).itens;
    if (!found) throw notFound();
    return { data: { ...found, cliente } };
  },
  async agenda({ params }, ctx) {
    await requireSeen(ctx, 'agendas', params.id);
    return { data: await oneAgenda(params.id, ctx) };
  },
  async goal({ params }, ctx) {
    await requireSeen(ctx, 'objetivos-operadores', params.id);
    return { data: await oneGoal(ctx.db, params.id) };
  },
  async campaign({ params }, ctx) {
    await requireSeen(ctx, 'campanhas-vendas', params.id);
    return { data: await oneCampaign(params.id, ctx) };
  },
});

/** 403 if the user may not read the type; an unknown record and one out of scope give the same 404. */
async function requireSeen(ctx: Context, type: FeedSubjectKey, id: number): Promise<void> {
  requireReadable(ctx.user, type);
  if (!(await visibleCodes(ctx.db, ctx.user, type, [id])).has(id)) throw notFound();
}

async function customerOf(
  { db }: Context,
  table: typeof customerContacts | typeof serviceRecords | typeof deliveryAddresses,
  id: number,
) {
  const [row] = await db
    .select({ id: customers.id, documento: customers.document })
    .from(table)
    .innerJoin(customers, eq(customers.id, table.customerId))
    .where(eq(table.id, id));
  if (!row) throw notFound();
  return row;
}

async function changes({ query }: Input<Changes>, ctx: Context): Promise<Output<Changes>> {
  const types = await readableTypes(ctx.db, ctx.user, query.tipos);
  await numberChanges(ctx.db);
  const { epoch, last } = await feedHead(ctx.db);
  if (query.apos === 'agora')
    return { itens: [], proximo: cursorText(epoch, await placeAt(ctx.db, last)), mais: false };
  const place = query.apos ? await readCursor(ctx.db, epoch, query.apos) : await beginning(ctx.db);
  const wanted = {
    user: ctx.user,
    types,
    limit: query.limite ?? 100,
    except: query.semMinhas ? ctx.user.id : null,
  };
  let page = await readChanges(ctx.db, place, wanted);
  if (query.espera && !hasNews(page))
    await waitForChanges(ctx, query.espera, async () => {
      page = await readChanges(ctx.db, page.next, wanted);
      return hasNews(page);
    });
  return { itens: page.itens, proximo: cursorText(epoch, page.next), mais: hasMore(page) };
}

const hasMore = ({ next, last }: ChangePage) => next.position < last;
const hasNews = (page: ChangePage) => page.itens.length > 0 || hasMore(page);

function mayReadSubject(user: User, type: FeedSubjectKey): boolean {
  if (isConsumer(user)) return false;
  const given = user.recordVerbs === undefined || (user.recordVerbs[type]?.includes('ler') ?? false);
  return given && FEED_SUBJECTS[type].permissoes.every((permission) => allows(user.grants, permission));
}

/** For end consumers the feed does not exist. */
function requireReadable(user: User, type: FeedSubjectKey): void {
  if (isConsumer(user)) throw notFound();
  if (!mayReadSubject(user, type)) throw forbidden(FEED_SUBJECTS[type].permissoes[0]);
}

/**
 * The requested types, each of which the user must be allowed to read; without a request, all that the user may read. An
 * unknown type is invalid; the company's own types count as known.
 */
async function readableTypes(db: Executor, user: User, requested: string | undefined): Promise<string[]> {
  if (isConsumer(user)) throw notFound();
  const own = (await customTypes(db)).map(({ type }) => type);
  const records = new Map(
    [...STANDARD_TYPE_KEYS.map((key) => standardMapped(key).type), ...own].map((type) => [type.chave, type]),
  );
  const mayRead = (key: string) => {
    const type = records.get(key);
    return type ? mayRecords(user, type, 'ler') : isFeedSubject(key) && mayReadSubject(user, key);
  };
  const subjects: readonly string[] = [...FEED_SUBJECT_KEYS, ...records.keys()];
  const named = [...new Set((requested ?? '').split(',').map((type) => type.trim()))].filter(Boolean);
  const unknown = named.find((type) => !subjects.includes(type));
  if (unknown !== undefined) throw invalid({ tipos: `Não há o tipo "${unknown.slice(0, 40)}".` });
  const closed = named.find((key) => !mayRead(key));
  if (closed !== undefined)
    throw forbidden(
      records.get(closed)?.permissoes.ler ?? FEED_SUBJECTS[closed as FeedSubjectKey].permissoes[0],
    );
  const open = named.length > 0 ? named : subjects.filter(mayRead);
  if (open.length === 0) throw forbidden(FEED_SUBJECTS.tickets.permissoes[0]);
  return open;
}
