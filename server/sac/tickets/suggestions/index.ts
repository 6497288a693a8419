import { and, eq } from 'drizzle-orm';
import { suggestionMark } from '#contract/rules/steps/suggestedAnalysis.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import {
  type AnalysisSuggestion,
  analysisSuggestionRoutes,
} from '#contract/sac/tickets/analysisSuggestions.ts';
import type { Context } from '#server/context.ts';
import { tickets } from '#server/db/tables/index.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { implement } from '#server/implement.ts';
import { isOutside, ticketScope } from '#server/session/scope.ts';
import { stepOf } from '../change/lockTicket.ts';
import { mayWorkOn, permissionOf } from '../detail/ticketActions.ts';
import { suggestionsOf } from './suggestions.ts';

export const analysisSuggestionImplementation = implement(analysisSuggestionRoutes, {
  ofTicket: ({ params }, ctx) => ofTicket(params.idTicket, ctx),
});

/** Only for those who decide: whoever does not work for the company reads none, whatever their role grants. */
async function ofTicket(ticketId: number, ctx: Context): Promise<AnalysisSuggestion[]> {
  const { db, user } = ctx;
  const [ticket] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), ticketScope(user)));
  if (!ticket) throw notFound();
  const step = await stepOf(db, ticket);
  if (isOutside(user) || !mayWorkOn(user, step)) throw forbidden(permissionOf(step));
  if (step.exigencia !== 'ANALISE_DEVOLUCAO' || isClosed(ticket.status) || ticket.archived) return [];
  const found = await suggestionsOf(db, ctx, ticket);
  return [...found].map(([id, suggested]) => ({
    id,
    proposta: suggested.proposal,
    motivos: suggested.reasons,
    recusa: suggested.refusal && {
      contador: suggested.refusal.counter,
      motivo: suggested.refusal.reason,
    },
    marca: suggestionMark(suggested),
  }));
}
