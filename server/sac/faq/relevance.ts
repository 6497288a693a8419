import { type SQL, sql } from 'drizzle-orm';
import { faqArticles } from '../../db/tables/index.ts';
import { subjectWords } from './rules.ts';

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
 * as 0 to 100. The operator `%>` uses the trigram index, so only articles that share a word are scored. Null where
 * the subject has no word that tells anything.
 */
export function relevance(subject: string): { score: SQL<number>; fits: SQL } | null {
  const words = subjectWords(subject);
  if (words.length === 0) return null;
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
  return { score, fits: sql`(${shares}) and ${score} >= ${LOWEST}` };
}
