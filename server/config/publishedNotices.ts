import { and, asc, desc, eq, gt, lte, notExists, sql } from 'drizzle-orm';
import {
  type NoticeInput,
  PublishedNotice,
  publishedNoticeRoutes,
} from '#contract/config/texts/publishedNotices.ts';
import { isOwnPage } from '#contract/rules/ownPage.ts';
import type { Context } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { containing } from '../db/conditions.ts';
import { noticeReads, notices, people } from '../db/tables/index.ts';
import { invalid, notFound } from '../errors.ts';
import { foreignHtml } from '../foreign/foreignHtml.ts';
import { implement } from '../implement.ts';
import { publishNotices } from '../realtime/publish.ts';
import { attendants } from '../session/attendants.ts';
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
    personId: ['idPessoa', 'pessoa'],
    link: 'link',
  },
  // Says who wrote it, and never changes.
  leftOut: ['automatic'],
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
            .where(and(where, written))
            .orderBy(...order)
            .limit(size)
            .offset(first),
        count: (where) => ctx.db.$count(notices, and(where, written)),
      })
    ).map(shown),
  get: ({ params }, { db }) => oneNotice(db, params.id),
  readers: ({ params }, { db }) => readersOf(db, params.id),
  create: command(publishedNoticeRoutes.create, async (tx, ctx, { body }) => {
    const set = { ...(await checked(tx, ctx, body)), authorId: ctx.user.id };
    const { id } = await noticeRow.create(tx, ctx, { body, set });
    return wrote(id, 'Aviso publicado.');
  }),
  update: command(publishedNoticeRoutes.update, async (tx, ctx, { params: { id }, body }) => {
    const before = await noticeRow.lock(tx, ctx, { id, versao: body.versao, where: written });
    await noticeRow.change(tx, ctx, before, { body, set: await checked(tx, ctx, body, before) });
    return wrote(id, 'Aviso salvo.');
  }),
  remove: command(publishedNoticeRoutes.remove, async (tx, ctx, { params: { id } }) => {
    await noticeRow.remove(tx, ctx, await noticeRow.lock(tx, ctx, { id, where: written }));
    return wrote(id, 'Aviso excluído.');
  }),
});

async function oneNotice(db: Executor, id: number): Promise<PublishedNotice> {
  const [row] = await selectNotices(db).where(and(eq(notices.id, id), written));
  if (!row) throw notFound();
  return shown(row);
}

/** Without an instant a new notice is published now. What a change does not mention, an old one keeps. */
async function checked(
  tx: Tx,
  ctx: Context,
  { titulo, conteudo, publico, publicadoEm, idPessoa, link }: NoticeInput,
  before?: typeof notices.$inferSelect,
) {
  const title = plainText(titulo).trim();
  const html = await foreignHtml(conteudo);
  if (isBlankHtml(html)) throw invalid({ conteudo: 'Escreva o texto do aviso.' });
  const publishedAt = publicadoEm ? new Date(publicadoEm) : (before?.publishedAt ?? ctx.now());
  if (!isUsual(publishedAt)) throw invalid({ publicadoEm: 'Informe uma data e hora válidas.' });
  const page = link === undefined ? (before?.link ?? null) : link?.trim() || null;
  if (page !== null && !isOwnPage(page))
    throw invalid({ link: 'Informe uma página do console, como /tickets/12.' });
  const personId =
    publico === 'PESSOA' ? await addressee(tx, ctx, idPessoa ?? before?.personId ?? null, before) : null;
  return { title, html, audience: publico, publishedAt, personId, link: page };
}

/** Somebody whom the author could give a ticket, too: others are unknown. Whoever it was before stays, even after leaving. */
async function addressee(
  tx: Tx,
  { user }: Context,
  id: number | null,
  before?: typeof notices.$inferSelect,
): Promise<number> {
  if (id === null) throw invalid({ idPessoa: 'Escolha a pessoa.' });
  if (id === before?.personId) return id;
  const colleagues = await attendants(tx, user);
  if (!colleagues.some((each) => each.id === id)) throw invalid({ idPessoa: 'Pessoa não encontrada.' });
  return id;
}

/** Written by an author; what the console tells a person itself is nobody's to edit. */
const written = eq(notices.automatic, false);

/** An instant that the database accepts and a person would mean: no leap second and no year 0000. */
const isUsual = (at: Date): boolean => at >= new Date('1900-01-01') && at < new Date('3000-01-01');

/** People to whom a notice is addressed. */
const isAddressee = sql`${people.active} and (${notices.audience} = 'TODOS' or ${people.type} = ${notices.audience} or ${people.id} = ${notices.personId})`;

const selectNotices = (db: Executor) =>
  db
    .select({
      notice: notices,
      addressee: sql<
        string | null
      >`(select ${people.name} from ${people} where ${people.id} = ${notices.personId})`,
      author: sql<
        string | null
      >`(select ${people.name} from ${people} where ${people.id} = ${notices.authorId})`,
      readers: sql<number>`(select count(*)::int from ${noticeReads} where ${noticeReads.noticeId} = ${notices.id})`,
      recipients: sql<number>`(select count(*)::int from ${people} where ${isAddressee})`,
    })
    .from(notices);

type Row = Awaited<ReturnType<typeof selectNotices>>[number];

const shown = ({ notice, addressee: name, author, readers, recipients }: Row): PublishedNotice => ({
  id: notice.id,
  titulo: notice.title,
  conteudo: notice.html,
  publico: notice.audience,
  pessoa: notice.personId === null ? null : { id: notice.personId, nome: name ?? '' },
  link: notice.link,
  publicadoEm: notice.publishedAt.toISOString(),
  autor: author,
  leituras: readers,
  destinatarios: recipients,
  versao: notice.version,
});

const MAX_NAMES = 500;

async function readersOf(db: Executor, id: number) {
  const [notice] = await db
    .select()
    .from(notices)
    .where(and(eq(notices.id, id), written));
  if (!notice) throw notFound();
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
      .innerJoin(notices, eq(notices.id, id))
      .where(and(isAddressee, notExists(reads)))
      .orderBy(asc(people.name))
      .limit(MAX_NAMES),
  ]);
  return {
    leram: read.map(({ nome, readAt }) => ({ nome, quando: readAt.toISOString() })),
    faltam: missing,
  };
}
