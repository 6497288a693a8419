import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type ArticleInput, articleRoutes, type EditedArticle } from '../../contract/config/articles.ts';
import { audit } from '../audit.ts';
import { cleanHtml, htmlAsText, isBlankHtml } from '../cleanHtml.ts';
import type { Executor, Tx } from '../db/client.ts';
import { containing } from '../db/likePattern.ts';
import { faqArticles, faqKinds } from '../db/tables/index.ts';
import { invalid, notFound } from '../errors.ts';
import { withIdempotency } from '../idempotency.ts';
import { implement } from '../implement.ts';
import { plainText } from '../plainText.ts';
import { requireVersion } from '../requireVersion.ts';
import { readListQuery } from './simpleRest.ts';

/** The articles of the FAQ as those who write them see them. */
export const articleImplementation = implement(articleRoutes, {
  async list({ query }, ctx) {
    const { filter, range, sort } = readListQuery(query, ['id', 'titulo', 'atualizado']);
    const where = and(...Object.entries(filter).map(([key, value]) => condition(key, value)));
    const column = sort.field === 'titulo' ? sql`${faqArticles.title} collate pt_br` : faqArticles.updatedAt;
    const direction = sort.order === 'ASC' ? asc : desc;
    const rows = await selectArticles(ctx.db)
      .where(where)
      .orderBy(direction(column), desc(faqArticles.id))
      .limit(range.size)
      .offset(range.first);
    const total = await ctx.db.$count(faqArticles, where);
    const last = range.first + Math.max(0, rows.length - 1);
    ctx.setHeader('Content-Range', `artigos ${range.first}-${last}/${total}`);
    return rows.map(shown);
  },
  get: ({ params }, { db }) => oneArticle(db, params.id),
  create: ({ body }, ctx) =>
    withIdempotency(ctx, 'articles.create', { body }, async (tx) => {
      const [row] = await tx
        .insert(faqArticles)
        .values({ ...(await written(tx, body)), updatedAt: ctx.now() })
        .returning();
      if (!row) throw new Error('the article was not written');
      await audit(tx, ctx, {
        action: 'CRIAR',
        entity: 'faq_articles',
        entityId: row.id,
        after: audited(row),
      });
      return { data: { id: row.id, message: 'Artigo publicado.' } };
    }),
  update: ({ params, body }, ctx) =>
    ctx.db.transaction(async (tx) => {
      const before = await lockArticle(tx, params.id);
      await requireVersion(tx, body.versao, {
        entity: 'faq_articles',
        entityId: before.id,
        version: before.version,
        name: 'este artigo',
        state: () => oneArticle(tx, before.id),
      });
      const [row] = await tx
        .update(faqArticles)
        .set({ ...(await written(tx, body)), version: before.version + 1, updatedAt: ctx.now() })
        .where(eq(faqArticles.id, params.id))
        .returning();
      await audit(tx, ctx, {
        action: 'ALTERAR',
        entity: 'faq_articles',
        entityId: params.id,
        before: audited(before),
        after: audited(row ?? before),
      });
      return { data: { id: params.id, message: 'Artigo salvo.' } };
    }),
  remove: ({ params }, ctx) =>
    ctx.db.transaction(async (tx) => {
      const before = await lockArticle(tx, params.id);
      await tx.delete(faqArticles).where(eq(faqArticles.id, params.id));
      await audit(tx, ctx, {
        action: 'EXCLUIR',
        entity: 'faq_articles',
        entityId: params.id,
        before: audited(before),
      });
      return { data: { message: 'Artigo excluído.' } };
    }),
});

async function oneArticle(db: Executor, id: number): Promise<EditedArticle> {
  const [row] = await selectArticles(db).where(eq(faqArticles.id, id));
  if (!row) throw notFound();
  return shown(row);
}

type ArticleRow = typeof faqArticles.$inferSelect;

async function lockArticle(tx: Tx, id: number): Promise<ArticleRow> {
  const [row] = await tx.select().from(faqArticles).where(eq(faqArticles.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

async function written(tx: Tx, { titulo, conteudo, tipo, paraConsumidores }: ArticleInput) {
  const title = plainText(titulo).trim();
  const html = cleanHtml(conteudo);
  if (!title) throw invalid({ titulo: 'Dê um título ao artigo.' });
  if (isBlankHtml(html)) throw invalid({ conteudo: 'Escreva o texto do artigo.' });
  const kindId = await kindOf(tx, plainText(tipo).trim());
  return { title, html, plainText: htmlAsText(html), forConsumers: paraConsumidores, kindId };
}

/** Two people who name one new kind at once make one of it: the second waits for the lock, and finds it. */
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

const audited = ({ title, html, kindId, forConsumers }: ArticleRow) => ({
  titulo: title,
  conteudo: html,
  tipo: kindId,
  paraConsumidores: forConsumers,
});

function condition(key: string, value: unknown): SQL {
  if (key === 'q' && typeof value === 'string' && value.length <= 200)
    return sql`fold_text(${faqArticles.title} || ' ' || ${faqArticles.plainText}) like ${containing(value)}`;
  if (key === 'paraConsumidores' && typeof value === 'boolean') return eq(faqArticles.forConsumers, value);
  throw invalid({ filter: `O filtro "${key.slice(0, 40)}" não existe ou tem um valor inválido.` });
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
