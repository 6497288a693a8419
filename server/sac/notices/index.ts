import { and, desc, eq, inArray, lte, notExists, or, sql } from 'drizzle-orm';
import { NOTICES_CHANGED, personChannel } from '#contract/realtime.ts';
import type { Input, Output } from '#contract/route.ts';
import { noticeRoutes } from '#contract/sac/notices.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { noticeReads, notices } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { pageOf, paginatorOf } from '../../paging/paging.ts';
import { publish } from '../../realtime/publish.ts';
import { audit } from '../../writing/audit.ts';

export const noticeImplementation = implement(noticeRoutes, {
  list: listNotices,
  unread: async (_, ctx) => ({ total: await ctx.db.$count(notices, unreadBy(ctx)) }),
  confirm: async ({ params }, ctx) => ({ data: await confirmOne(params.idAviso, ctx) }),
  confirmAll: async (_, ctx) => ({ data: await confirmAll(ctx) }),
});

/** Published notices addressed to everyone, to the person's type or to the person. */
const visibleTo = ({ user, now }: Context) =>
  and(
    or(inArray(notices.audience, ['TODOS', user.type]), eq(notices.personId, user.id)),
    lte(notices.publishedAt, now()),
  );

const unreadBy = (ctx: Context) => and(visibleTo(ctx), notExists(readsOf(ctx)));

const readsOf = ({ db, user }: Context) =>
  db
    .select({ one: sql`1` })
    .from(noticeReads)
    .where(and(eq(noticeReads.noticeId, notices.id), eq(noticeReads.personId, user.id)));

async function listNotices(
  { query }: Input<typeof noticeRoutes.list>,
  ctx: Context,
): Promise<Output<typeof noticeRoutes.list>> {
  const { take, offset } = pageOf(query);
  const where = and(visibleTo(ctx), query.ids && inArray(notices.id, query.ids));
  const [total, itens] = await Promise.all([
    ctx.db.$count(notices, where),
    ctx.db
      .select({
        id: notices.id,
        titulo: notices.title,
        conteudo: notices.html,
        publishedAt: notices.publishedAt,
        link: notices.link,
        pessoal: sql<boolean>`${notices.personId} is not null`,
        lido: sql<boolean>`exists (${readsOf(ctx)})`,
      })
      .from(notices)
      .where(where)
      .orderBy(desc(notices.publishedAt), desc(notices.id))
      .limit(take)
      .offset(offset),
  ]);
  return {
    itens: itens.map(({ publishedAt, ...notice }) => ({
      ...notice,
      datahora_criacao: publishedAt.toISOString(),
    })),
    paginator: paginatorOf(query, total),
  };
}

/** Reading a notice again changes nothing: the first time is kept, and only that is audited. */
async function confirmOne(id: number, ctx: Context) {
  await ctx.db.transaction(async (tx) => {
    const [notice] = await tx
      .select({ id: notices.id })
      .from(notices)
      .where(and(eq(notices.id, id), visibleTo(ctx)));
    if (!notice) throw notFound();
    await markRead(tx, ctx, [id]);
  });
  return { id, message: 'Leitura confirmada.' };
}

async function confirmAll(ctx: Context) {
  const read = await ctx.db.transaction(async (tx) => {
    const unread = await tx.select({ id: notices.id }).from(notices).where(unreadBy(ctx));
    return markRead(
      tx,
      ctx,
      unread.map(({ id }) => id),
    );
  });
  return { message: read === 0 ? 'Nenhum aviso por ler.' : 'Todos os avisos foram lidos.' };
}

/** Returns how many had not been read before. */
async function markRead(tx: Executor, ctx: Context, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const read = await tx
    .insert(noticeReads)
    .values(ids.map((noticeId) => ({ noticeId, personId: ctx.user.id, readAt: ctx.now() })))
    .onConflictDoNothing()
    .returning({ id: noticeReads.noticeId });
  for (const { id } of read)
    await audit(tx, ctx, { action: 'LER', entity: 'notices', entityId: id, after: { lido: true } });
  // The bells of the person's other pages and devices.
  if (read.length > 0)
    await publish(tx, {
      channels: [personChannel(ctx.user.id)],
      event: NOTICES_CHANGED,
      data: {},
      at: ctx.now(),
    });
  return read.length;
}
