import type { faqArticles, faqKinds } from '../../tables/index.ts';
import { ARTICLES, type ArticleText } from './articleData.ts';

const KINDS = [...new Set(ARTICLES.map(({ kind }) => kind))];
const DAY = 86_400_000;

export const faqKindRows = (): (typeof faqKinds.$inferInsert)[] =>
  KINDS.map((name, index) => ({ id: index + 1, name }));

export const articleRows = (midnight: Date): (typeof faqArticles.$inferInsert)[] =>
  ARTICLES.map((article, index) => ({
    id: index + 1,
    kindId: KINDS.indexOf(article.kind) + 1,
    title: article.title,
    html: htmlOf(article),
    plainText: [article.intro, ...article.steps, article.outro].filter(Boolean).join(' '),
    forConsumers: article.forConsumers,
    updatedAt: new Date(midnight.getTime() - (index + 3) * 5 * DAY),
  }));

function htmlOf({ intro, steps, outro }: ArticleText): string {
  const list = steps.length > 0 ? `<ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>` : '';
  return `<p>${intro}</p>${list}${outro ? `<p>${outro}</p>` : ''}`;
}
