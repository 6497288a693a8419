import { asc, eq } from 'drizzle-orm';
import { suggestionRoutes } from '../../../contract/callcenter/suggestions.ts';
import { suggestionMenus } from '../../db/tables/index.ts';
import { withIdempotency } from '../../idempotency.ts';
import { implement } from '../../implement.ts';
import { finishSuggestion } from './finish.ts';
import { checkList, takeList } from './importList.ts';
import { suggestionsOf } from './suggest.ts';

export const suggestionImplementation = implement(suggestionRoutes, {
  menus: (_, { db }) =>
    db
      .select({ tipo: suggestionMenus.type, nome: suggestionMenus.name })
      .from(suggestionMenus)
      .where(eq(suggestionMenus.active, true))
      .orderBy(asc(suggestionMenus.position), asc(suggestionMenus.id)),
  list: ({ params }, ctx) => suggestionsOf(ctx, params),
  check: ({ body }, ctx) => checkList(ctx, body.arquivo.id),
  take: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'suggestions.take', { params, body }, (tx) =>
      takeList(tx, ctx, { ...params, ...body }),
    ),
  finish: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'suggestions.finish', { params, body }, (tx) =>
      finishSuggestion(tx, ctx, { ...params, ...body }),
    ),
});
