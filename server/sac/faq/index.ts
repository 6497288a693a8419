import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Article, type ArticleHit, faqRoutes } from '../../../contract/sac/faq.ts';
import type { Context, User } from '../../context.ts';
import { faqArticles, faqKinds } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { isConsumer } from '../../session/scope.ts';
import { listArticles } from './listArticles.ts';
import { relevance } from './relevance.ts';

export const faqImplementation = implement(faqRoutes, {
  list: ({ query }, ctx) => listArticles(query, ctx, readableBy(ctx.user)),
  kinds: (_input, { db, user }) =>
    db
      .select({ id: faqKinds.id, desc: faqKinds.name })
      .from(faqKinds)
      .where(isConsumer(user) ? ofSomeArticle(db, user) : undefined)
      .orderBy(faqKinds.name),
  related: ({ query }, ctx) => relatedArticles(query.assunto, query.limit ?? 5, ctx),
  get: async ({ params }, ctx) => ({ data: await oneArticle(params.id, ctx) }),
});

async function relatedArticles(subject: string, limit: number, { db, user }: Context): Promise<ArticleHit[]> {
  const found = relevance(subject);
  if (!found) return [];
  return db
    .select({ id: faqArticles.id, titulo: faqArticles.title, score: found.score })
    .from(faqArticles)
    .where(and(readableBy(user), found.fits))
    .orderBy(sql`3 desc`, faqArticles.id)
    .limit(limit);
}

async function oneArticle(id: number, { db, user }: Context): Promise<Article> {
  const [article] = await db
    .select({ id: faqArticles.id, titulo: faqArticles.title, conteudo: faqArticles.html })
    .from(faqArticles)
    .where(and(eq(faqArticles.id, id), readableBy(user)));
  if (!article) throw notFound();
  return article;
}

/** Consumers read what was written for them. */
const readableBy = (user: User) => (isConsumer(user) ? eq(faqArticles.forConsumers, true) : undefined);

/** A kind that none of the articles that the person may read has is not named to them. */
const ofSomeArticle = (db: Context['db'], user: User) =>
  inArray(
    faqKinds.id,
    db
      .select({ id: sql<number>`${faqArticles.kindId}` })
      .from(faqArticles)
      .where(readableBy(user)),
  );
