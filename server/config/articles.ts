import { eq, sql } from 'drizzle-orm';
import { type ArticleInput, articleRoutes, EditedArticle } from '#contract/config/texts/articles.ts';
import type { Executor, Tx } from '../db/client.ts';
import { containing } from '../db/conditions.ts';
import { faqArticles, faqKinds } from '../db/tables/index.ts';
import { invalid, notFound } from '../errors.ts';
import { foreignHtml } from '../foreign/foreignHtml.ts';
import { implement } from '../implement.ts';
import { htmlAsText, isBlankHtml } from '../text/cleanHtml.ts';
import { plainText } from '../text/plainText.ts';
import { command } from '../writing/command.ts';
import { rowOf } from '../writing/row.ts';
import { isSearch, simpleList, wrote } from './simpleRest.ts';

const articleRow = rowOf(faqArticles, {
  entity: 'faq_articles',
  name: 'este artigo',
  words: {
    title: 'titulo',
    html: 'conteudo',
    kindId: 'tipo',
    forConsumers: 'paraConsumidores',
  },
  leftOut: [
    // The text of `html` again, for the search.
    'plainText',
  ],
  read: { schema: EditedArticle, of: ({ db }, id) => oneArticle(db, id) },
});

/** The articles of the FAQ as their authors see them. */
export const articleImplementation = implement(articleRoutes, {
  list: async ({ query }, ctx) =>
    (
      await simpleList(ctx, query, {
        name: 'artigos',
        id: faqArticles.id,
        sorts: { titulo: sql`${faqArticles.title} collate pt_br`, atualizado: faqArticles.updatedAt },
        filters: {
          q: (value) =>
            isSearch(value)
              ? sql`fold_text(${faqArticles.title} || ' ' || ${faqArticles.plainText}) like ${containing(value)}`
              : undefined,
          paraConsumidores: (value) =>
            typeof value === 'boolean' ? eq(faqArticles.forConsumers, value) : undefined,
        },
        usual: { field: 'atualizado', order: 'DESC' },
        rows: (where, order, { first, size }) =>
          selectArticles(ctx.db)
            .where(where)
            .orderBy(...order)
            .limit(size)
            .offset(first),
        count: (where) => ctx.db.$count(faqArticles, where),
      })
    ).map(shown),
  get: ({ params }, { db }) => oneArticle(db, params.id),
  create: command(articleRoutes.create, async (tx, ctx, { body }) => {
    const { id } = await articleRow.create(tx, ctx, { body, set: await checked(tx, body) });
    return wrote(id, 'Artigo publicado.');
  }),
  update: command(articleRoutes.update, async (tx, ctx, { params: { id }, body }) => {
    const before = await articleRow.lock(tx, ctx, { id, versao: body.versao });
    await articleRow.change(tx, ctx, before, { body, set: await checked(tx, body) });
    return wrote(id, 'Artigo salvo.');
  }),
  remove: command(articleRoutes.remove, async (tx, ctx, { params: { id } }) => {
    await articleRow.remove(tx, ctx, await articleRow.lock(tx, ctx, { id }));
    return wrote(id, 'Artigo excluído.');
  }),
});

async function oneArticle(db: Executor, id: number): Promise<EditedArticle> {
  const [row] = await selectArticles(db).where(eq(faqArticles.id, id));
  if (!row) throw notFound();
  return shown(row);
}

async function checked(tx: Tx, { titulo, conteudo, tipo, paraConsumidores }: ArticleInput) {
  const title = plainText(titulo).trim();
  const html = await foreignHtml(conteudo);
  if (isBlankHtml(html)) throw invalid({ conteudo: 'Escreva o texto do artigo.' });
  const kindId = await kindOf(tx, plainText(tipo).trim());
  return { title, html, plainText: htmlAsText(html), forConsumers: paraConsumidores, kindId };
}

/** If two users name the same new kind at once, it is created once: the second waits for the lock and finds it. */
async function kindOf(tx: Tx, name: string): Promise<number | null> {
  if (!name) return null;
  await tx.execute(sql`lock table ${faqKinds} in share row exclusive mode`);
  const [known] = await tx
    .select({ id: faqKinds.id })
    .from(faqKinds)
    .where(sql`fold_text(${faqKinds.name}) = fold_text(${name})`);
  if (known) return known.id;
  const [made] = await tx.insert(faqKinds).values({ name }).returning({ id: faqKinds.id });
  return made?.id ?? null;
}

const selectArticles = (db: Executor) =>
  db
    .select({ article: faqArticles, kind: faqKinds.name })
    .from(faqArticles)
    .leftJoin(faqKinds, eq(faqKinds.id, faqArticles.kindId));

type Row = Awaited<ReturnType<typeof selectArticles>>[number];

const shown = ({ article, kind }: Row): EditedArticle => ({
  id: article.id,
  titulo: article.title,
  conteudo: article.html,
  tipo: kind ?? '',
  paraConsumidores: article.forConsumers,
  atualizado: article.updatedAt.toISOString(),
  versao: article.version,
});
