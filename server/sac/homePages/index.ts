import { allows } from '#contract/permissions.ts';
import type { Input } from '#contract/route.ts';
import { type HomePage, homePageRoutes } from '#contract/sac/reports/homePages.ts';
import { homeContent } from '../../callcenter/home/queries.ts';
import { missingSteps } from '../../config/firstSteps/queries.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../implement.ts';
import { blockFor, homeDashboard } from '../dashboardPages/queries.ts';
import { visibleReports } from '../reports/queries.ts';
import { firstAct } from './firstAct.ts';
import { sourceResults } from './sources.ts';

/** The dashboard that a person begins with, and their own day, which its blocks and those of others show. */
export const homePageImplementation = implement(homePageRoutes, {
  home: async (input, ctx) => ({ data: await homePage(input, ctx) }),
  sources: ({ query }, ctx) => sourceResults(ctx, query.fontes),
});

/** The person's home page with the blocks that they may see; for who sets a company up, what is still missing. */
async function homePage({ query }: Input<typeof homePageRoutes.home>, ctx: Context): Promise<HomePage> {
  const { db, user } = ctx;
  const [found, reports, missing, sugestao] = await Promise.all([
    homeDashboard(ctx, query.padrao === true),
    visibleReports(ctx),
    allows(user.grants, 'CONFIGURACAO') ? missingSteps(ctx) : { faltam: 0, vazia: false },
    firstAct(ctx),
  ]);
  const steps = { ...missing, ...(sugestao && { sugestao }) };
  if (!found) return { painel: null, ...steps };
  const { id, filtros = [], atualizaACada = null, blocos } = found.content;
  const byKey = new Map(reports.map((report) => [report.key, report]));
  const shown = blocos.map((block) => blockFor(block, byKey, user)).filter(({ acesso }) => acesso);
  const content = shown.some(({ tipo }) => tipo === 'CONTEUDO') ? await homeContent(db, user) : [];
  return {
    painel: {
      ...{ id, filtrado: filtros.length > 0, atualizaACada },
      // Nobody needs room for banners that are not there.
      blocos: shown.filter(({ tipo, fonte }) => tipo !== 'CONTEUDO' || content.includes(fonte ?? '')),
    },
    ...steps,
  };
}
