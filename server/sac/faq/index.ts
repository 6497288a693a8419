import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { type Article, type ArticleHit, faqRoutes } from '#contract/sac/faq.ts';
import type { Context, User } from '../../context.ts';
import { faqArticles, faqKinds } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { isConsumer } from '../../session/scope.ts';
import { plainText } from '../../text/plainText.ts';

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

/** Consumers may read only the articles written for them. */
const readableBy = (user: User) => (isConsumer(user) ? eq(faqArticles.forConsumers, true) : undefined);

/** Only kinds with at least one article that the person may read. */
const ofSomeArticle = (db: Context['db'], user: User) =>
  inArray(
    faqKinds.id,
    db
      .select({ id: sql<number>`${faqArticles.kindId}` })
      .from(faqArticles)
      .where(readableBy(user)),
  );

const SUMMARY = 160;

/** Articles by title or, in a search, by relevance. */
async function listArticles(
  query: Input<typeof faqRoutes.list>['query'],
  { db }: Context,
  readable: SQL | undefined,
): Promise<Output<typeof faqRoutes.list>> {
  const { take, offset } = pageOf(query);
  const found = query.q ? relevance(query.q) : null;
  const condition = and(
    readable,
    query.tipo ? eq(faqArticles.kindId, query.tipo) : undefined,
    found?.fits,
    // A search consisting only of filler words ("de", "para") finds nothing.
    query.q && !found ? sql`false` : undefined,
  );
  const score = found?.score ?? sql<null>`null::int`;
  const [rows, total] = await Promise.all([
    db
      .select({
        id: faqArticles.id,
        titulo: faqArticles.title,
        resumo: sql<string>`left(${faqArticles.plainText}, ${SUMMARY})`,
        kindId: faqKinds.id,
        kind: faqKinds.name,
        score,
      })
      .from(faqArticles)
      .leftJoin(faqKinds, eq(faqKinds.id, faqArticles.kindId))
      .where(condition)
      .orderBy(...(found ? [sql`6 desc`] : []), sql`${faqArticles.title} collate pt_br`, faqArticles.id)
      .limit(take)
      .offset(offset),
    countOf(db, db.select({ id: faqArticles.id }).from(faqArticles).where(condition).limit(COUNT_CAP)),
  ]);
  return {
    itens: rows.map(({ kindId, kind, ...row }) => ({
      ...row,
      tipo: kindId === null || kind === null ? null : { id: kindId, desc: kind },
    })),
    paginator: paginatorOf(query, total),
  };
}

const title = sql`fold_text(${faqArticles.title})`;

const body = sql`fold_text(${faqArticles.plainText})`;

/** Must match the expression of the trigram index. */
const searchedText = sql`fold_text(${faqArticles.title} || ' ' || ${faqArticles.plainText})`;

/** A match in the text counts less than one in the title. */
const BODY_WEIGHT = 0.7;

/** One word of the title alone is worth 60 of 100: enough to be shown as good. */
const WORD_WEIGHT = 0.6;

/** Articles with a lower score are considered unrelated. */
const MIN_SCORE = 25;

/**
 * How well each article matches, from 0 to 100. Each word of the subject that the article has closes part of the distance to
 * 100, so a further word never takes anything away: whoever fills in more does not see the right article fall. The operator
 * `%>` uses the trigram index, so only articles that share a word are scored. Null if the subject has only filler words.
 */
function relevance(subject: string): { score: SQL<number>; fits: SQL } | null {
  const words = subjectWords(subject);
  if (words.length === 0) return null;
  const shares = sql.join(
    words.map((word) => sql`${searchedText} %> fold_text(${word})`),
    sql` or `,
  );
  const similarity = (word: string, text: SQL) =>
    sql`case when fold_text(${word}) <% ${text} then word_similarity(fold_text(${word}), ${text}) else 0 end`;
  const distance = sql.join(
    words.map(
      (word) =>
        sql`(1 - ${WORD_WEIGHT}::float8 * greatest(${similarity(word, title)},
          ${BODY_WEIGHT}::float8 * ${similarity(word, body)}))`,
    ),
    sql` * `,
  );
  const score = sql<number>`round(100 * (1 - ${distance}))::int`;
  return { score, fits: sql`(${shares}) and ${score} >= ${MIN_SCORE}` };
}

/** Filler words, which say nothing about the subject. */
const EMPTY = new Set(
  'a ao aos as com como da das de do dos e em eu foi já mais meu minha na nas no nos não o os ou para pela pelo por qual quando que se sem ser um uma'.split(
    ' ',
  ),
);

const MAX_RESULTS = 10;

/** The significant words of a subject, without duplicates and at most ten. */
export function subjectWords(subject: string): string[] {
  const words = plainText(subject)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !EMPTY.has(word));
  return [...new Set(words)].slice(0, MAX_RESULTS);
}
