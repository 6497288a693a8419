import { companyRuleRoutes } from '#contract/config/companyRules.ts';
import { allows } from '#contract/permissions.ts';
import type { Content } from '../config/definitions/rules.ts';
import { forbidden } from '../errors.ts';
import { implement } from '../implement.ts';
import { choicesFor } from './choices.ts';
import { daysOf, retryRun, runsOf } from './runs.ts';
import { setMode, standingOf, standings } from './standing.ts';
import { tryOut } from './tryOut.ts';

/** What the company's rules do and did; worker.ts lets them act. */
export const companyRuleImplementation = implement(companyRuleRoutes, {
  standings: (_, { db }) => standings(db),
  standing: async ({ params }, { db }) => ({ data: await standingOf(db, params.chave) }),
  async setMode({ params, body }, ctx) {
    // A rule that acts is as much as a published one.
    if (!allows(ctx.user.grants, 'CONFIGURACAO_PUBLICAR')) throw forbidden('CONFIGURACAO_PUBLICAR');
    await ctx.db.transaction((tx) => setMode(tx, ctx, params.chave, body));
    return { data: await standingOf(ctx.db, params.chave) };
  },
  runs: runsOf,
  days: ({ params }, ctx) => daysOf(ctx, params.chave),
  async retry({ params }, ctx) {
    await retryRun(ctx, params.chave, params.id);
    return { data: { id: params.id, message: 'Vai tentar de novo.' } };
  },
  tryOut: async ({ body }, ctx) => ({ data: await tryOut(ctx, body.conteudo as Content) }),
  choices: (_, ctx) => choicesFor(ctx),
});
