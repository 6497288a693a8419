import { asc, eq } from 'drizzle-orm';
import { negotiationRoutes } from '../../../contract/callcenter/negotiations.ts';
import { negotiationReasons } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { authorizePrices, denyPrices } from './decide.ts';
import { exportNegotiations } from './export.ts';
import { listNegotiations } from './list.ts';
import { negotiationDetails, negotiationsOfQuote } from './ofQuote.ts';
import { changeRequests, requestPrices } from './request.ts';
import { cancelRequests, markSeen } from './withdraw.ts';

export const negotiationImplementation = implement(negotiationRoutes, {
  list: ({ query }, ctx) => listNegotiations(query, ctx),
  export: exportNegotiations,
  reasons: (_input, { db }) =>
    db
      .select({ id: negotiationReasons.id, nome: negotiationReasons.name })
      .from(negotiationReasons)
      .where(eq(negotiationReasons.active, true))
      .orderBy(asc(negotiationReasons.id)),
  details: ({ params }, ctx) => negotiationDetails(params.idPedido, ctx),
  ofQuote: ({ params }, ctx) => negotiationsOfQuote(params.idPedido, ctx),
  request: requestPrices,
  change: changeRequests,
  authorize: authorizePrices,
  deny: denyPrices,
  cancel: cancelRequests,
  seen: markSeen,
});
