import { and, asc, desc, eq, gt, inArray, lte, notExists, sql } from 'drizzle-orm';
import {
  type NoticeInput,
  PublishedNotice,
  publishedNoticeRoutes,
} from '#contract/config/texts/publishedNotices.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { containing } from '../db/conditions.ts';
import { noticeReads, notices, people } from '../db/tables/index.ts';
import { invalid, notFound } from '../errors.ts';
import { foreignHtml } from '../foreign/foreignHtml.ts';
import { implement } from '../implement.ts';
import { publishNotices } from '../realtime/publish.ts';
import { isBlankHtml } from '../text/cleanHtml.ts';
import { plainText } from '../text/plainText.ts';
import { command } from '../writing/command.ts';
import { rowOf } from '../writing/row.ts';
import { isSearch, simpleList, wrote } from './simpleRest.ts';

const noticeRow = rowOf(notices, {
  entity: 'notices',
  name: 'este aviso',
  words: {
    title: 'titulo',
    html: 'conteudo',
    audience: 'publico',
    publishedAt: 'publicadoEm',
    authorId: 'autor',
  },
  read: { schema: PublishedNotice, of: ({ db }, id) => oneNotice(db, id) },
  announce: (tx, _notice, at) => publishNotices(tx, at),
});

/** Notices as their authors see them, including scheduled ones and who has read each. */
export const publishedNoticeImplementation = implement(publishedNoticeRoutes, {
  list: async ({ query }, ctx) =>
    (
      await simpleList(ctx, query, {
        name: 'avisos-publicados',
        id: notices.id,
        sorts: { publicadoEm: notices.publishedAt, titulo: sql`${notices.title} collate pt_br` },
        filters: {
          q: (value) =>
            isSearch(value) ? sql`fold_text(${notices.title}) like ${containing(value)}` : undefined,
          agendado: (value) =>
            typeof value === 'boolean' ? (value ? gt : lte)(notices.publishedAt, ctx.now()) : undefined,
        },
        usual: { field: 'publicadoEm', order: 'DESC' },
        rows: (where, order, { first, size }) =>
          selectNotices(ctx.db)
            .where(where)
            .orderBy(...order)
            .limit(size)
            .offset(first),
        count: (where) => ctx.db.$count(notices, where),
      })
    ).map(shown),
  get: ({ params }, { db }) => oneNotice(db, params.id),
  readers: ({ params }, { db }) => readersOf(db, params.id),
  create: command(publishedNoticeRoutes.create, async (tx, ctx, { body }) => {
    const set = { ...(await checked(body, ctx)), authorId: ctx.user.id };
    const { id } = await noticeRow.create(tx, ctx, { body, set });
    return wrote(id, 'Aviso publicado.');
  }),
  update: command(publishedNoticeRoutes.update, async (tx, ctx, { params: { id }, body }) => {
    const before = await noticeRow.lock(tx, ctx, { id, versao: body.versao });
    await noticeRow.change(tx, ctx, before, { body, set: await checked(body, ctx, before.publishedAt) });
    return wrote(id, 'Aviso salvo.');
  }),
  remove: command(publishedNoticeRoutes.remove, async (tx, ctx, { params: { id } }) => {
    await noticeRow.remove(tx, ctx, await noticeRow.lock(tx, ctx, { id }));
    return wrote(id, 'Aviso excluído.');
  }),
});

async function oneNotice(db: Executor, id: number): Promise<PublishedNotice> {
  const [row] = await selectNotices(db).where(eq(notices.id, id));
  if (!row) throw notFound();
  return shown(row);
}

/** Without an instant a new notice is published now, and an old one keeps its own. */
async function checked(
  { titulo, conteudo, publico, publicadoEm }: NoticeInput,
  ctx: Context,
  published?: Date,
) {
  const title = plainText(titulo).trim();
  const html = await foreignHtml(conteudo);
  if (isBlankHtml(html)) throw invalid({ conteudo: 'Escreva o texto do aviso.' });
  const publishedAt = publicadoEm ? new Date(publicadoEm) : (published ?? ctx.now());
  if (!isUsual(publishedAt)) throw invalid({ publicadoEm: 'Informe uma data e hora válidas.' });
  return { title, html, audience: publico, publishedAt };
}

/** An instant that the database accepts and a person would mean: no leap second and no year 0000. */
const isUsual = (at: Date): boolean => at >= new Date('1900-01-01') && at < new Date('3000-01-01');

/** People to whom a notice is addressed. */
const isAddressee = sql`${people.active} and (${notices.audience} = 'TODOS' or ${people.type} = ${notices.audience})`;

const selectNotices = (db: Executor) =>
  db
    .select({
      notice: notices,
      author: sql<
        string | null
      >`(select ${people.name} from ${people} where ${people.id} = ${notices.authorId})`,
      readers: sql<number>`(select count(*)::int from ${noticeReads} where ${noticeReads.noticeId} = ${notices.id})`,
      recipients: sql<number>`(select count(*)::int from ${people} where ${isAddressee})`,
    })
    .from(notices);

type Row = Awaited<ReturnType<typeof selectNotices>>[number];

const shown = ({ notice, author, readers, recipients }: Row): PublishedNotice => ({
  id: notice.id,
  titulo: notice.title,
  conteudo: notice.html,
  publico: notice.audience,
  publicadoEm: notice.publishedAt.toISOString(),
  autor: author,
  leituras: readers,
  destinatarios: recipients,
  versao: notice.version,
});

const MAX_NAMES = 500;

async function readersOf(db: Executor, id: number) {
  const [notice] = await db.select().from(notices).where(eq(notices.id, id));
  if (!notice) throw notFound();
  const audience = notice.audience === 'TODOS' ? undefined : eq(people.type, notice.audience as never);
  const reads = db
    .select({ one: sql`1` })
    .from(noticeReads)
    .where(and(eq(noticeReads.noticeId, id), eq(noticeReads.personId, people.id)));
  const [read, missing] = await Promise.all([
    db
      .select({ nome: people.name, readAt: noticeReads.readAt })
      .from(noticeReads)
      .innerJoin(people, eq(people.id, noticeReads.personId))
      .where(eq(noticeReads.noticeId, id))
      .orderBy(desc(noticeReads.readAt))
      .limit(MAX_NAMES),
    db
      .select({ nome: people.name })
      .from(people)
      .where(and(inArray(people.active, [true]), audience, notExists(reads)))
      .orderBy(asc(people.name))
      .limit(MAX_NAMES),
  ]);
  return {
    leram: read.map(({ nome, readAt }) => ({ nome, quando: readAt.toISOString() })),
    faltam: missing,
  };
}
