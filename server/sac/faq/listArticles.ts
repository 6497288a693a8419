import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '../../../contract/route.ts';
import type { faqRoutes } from '../../../contract/sac/faq.ts';
import type { Context } from '../../context.ts';
import { faqArticles, faqKinds } from '../../db/tables/index.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { relevance } from './relevance.ts';

const SUMMARY = 160;

/** Articles by title, or by how well they fit what was searched for. */
export async function listArticles(
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
    // Words that tell nothing ("de", "para") find nothing.
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
