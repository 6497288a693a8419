import type { SalesFigures } from '#contract/callcenter/home.ts';
import type { BlockSource } from '#contract/rules/dashboards/blockSources.ts';
import type { SourceResult } from '#contract/sac/reports/homePages.ts';
import { salesFigures } from '../../callcenter/home/queries.ts';
import type { Context } from '../../context.ts';
import { maySeeSource } from '../dashboardPages/queries.ts';
import type { Shown } from './items.ts';
import { calls, goal, links, nextCall, quotes, sales } from './sales.ts';
import { bySituation, nextTicket, ownUrgent, recent, unassigned, waiting } from './tickets.ts';

/** Figures that several sources of one request share. */
type Figures = () => Promise<SalesFigures>;

const reads: Record<BlockSource, (ctx: Context, figures: Figures) => Promise<Shown>> = {
  'proximo-da-fila': nextTicket,
  'proxima-ligacao': nextCall,
  'tickets-urgentes': ownUrgent,
  'tickets-sem-operador': unassigned,
  'tickets-recentes': recent,
  'agendas-do-dia': calls,
  'orcamentos-vencendo': quotes,
  'links-nao-pagos': links,
  'meu-trabalho': waiting,
  'tickets-por-situacao': bySituation,
  'minhas-vendas': async (ctx, figures) => sales(ctx, await figures()),
  'meta-do-mes': async (_, figures) => goal(await figures()),
  // Read by the screens that draw them (contract/callcenter/home.ts).
  banners: async () => ({}),
  vitrines: async () => ({}),
};

/** What each source lists or counts for the person, in the order of asking; of one that they may not see, nothing. */
export function sourceResults(ctx: Context, names: readonly BlockSource[]): Promise<SourceResult[]> {
  let figures: Promise<SalesFigures> | undefined;
  const once: Figures = () => {
    figures ??= salesFigures(ctx);
    return figures;
  };
  return Promise.all(
    [...new Set(names)].map(async (fonte) => {
      const nothing = { fonte, acesso: false, itens: [], todos: null, meta: null };
      if (!maySeeSource(ctx.user, fonte)) return nothing;
      return { ...nothing, acesso: true, ...(await reads[fonte](ctx, once)) };
    }),
  );
}
