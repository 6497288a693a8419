import { and, eq, sql } from 'drizzle-orm';
import { type Article, type ArticleHit, faqRoutes } from '../../../contract/sac/faq.ts';
import type { Context, User } from '../../context.ts';
import { faqArticles } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { subjectWords } from './rules.ts';

export const faqImplementation = implement(faqRoutes, {
  related: ({ query }, ctx) => relatedArticles(query.assunto, query.limit ?? 5, ctx),
  get: async ({ params }, ctx) => ({ data: await oneArticle(params.id, ctx) }),
});

const title = sql`fold_text(${faqArticles.title})`;
const body = sql`fold_text(${faqArticles.plainText})`;
/** As the trigram index has it. */
const whole = sql`fold_text(${faqArticles.title} || ' ' || ${faqArticles.plainText})`;
/** A word of the text says less than a word of the title. */
const BODY_WEIGHT = 0.7;
/** Below it an article has nothing to do with the subject. */
const LOWEST = 25;

/**
 * How well each article fits: for each word of the subject the best likeness of any word of the article, on average,
 * as 0 to 100. The operator `%>` uses the trigram index, so only articles that share a word are scored.
 */
async function relatedArticles(subject: string, limit: number, { db, user }: Context): Promise<ArticleHit[]> {
  const words = subjectWords(subject);
  if (words.length === 0) return [];
  const shares = sql.join(
    words.map((word) => sql`${whole} %> fold_text(${word})`),
    sql` or `,
  );
  const likeness = sql.join(
    words.map(
      (word) =>
        sql`greatest(word_similarity(fold_text(${word}), ${title}),
          ${BODY_WEIGHT} * word_similarity(fold_text(${word}), ${body}))`,
    ),
    sql` + `,
  );
  const score = sql<number>`round(100 * (${likeness}) / ${words.length}::numeric)::int`;
  return db
    .select({ id: faqArticles.id, titulo: faqArticles.title, score })
    .from(faqArticles)
    .where(and(readableBy(user), sql`(${shares})`, sql`${score} >= ${LOWEST}`))
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
const readableBy = ({ type }: User) =>
  type === 'CONSUMIDOR_FINAL' ? eq(faqArticles.forConsumers, true) : undefined;
