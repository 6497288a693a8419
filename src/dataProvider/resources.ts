import type { Route } from '#contract/route.ts';
import { noticeRoutes } from '#contract/sac/notices.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';

export interface ResourceRoutes {
  list: Route;
  get?: Route;
  /** Sums and groups of what the list finds. */
  sums?: Route;
  /** Name of the path parameter that contains the record's id. */
  idParam: string;
}

/**
 * A resource's name is its URL segment. A function keeps its routes out of the first
 * load.
 */
export const resources: Record<string, ResourceRoutes | (() => Promise<ResourceRoutes>)> = {
  tickets: {
    list: ticketRoutes.list,
    get: ticketRoutes.get,
    sums: ticketRoutes.sums,
    idParam: 'idTicket',
  },
  clientes: async () => {
    const { list, get, sums } = (await import('#contract/sac/customers.ts')).customerRoutes;
    return { list, get, sums, idParam: 'idCli' };
  },
  'clientes-callcenter': async () => {
    const { list, get, sums } = (await import('#contract/callcenter/customers/customerPanel.ts'))
      .customerPanelRoutes;
    return { list, get, sums, idParam: 'idCli' };
  },
  // The list is the one every reader uses; a single notice comes from the publishers' route.
  avisos: async () => {
    const { get } = (await import('#contract/config/texts/publishedNotices.ts')).publishedNoticeRoutes;
    return { list: noticeRoutes.list, get, idParam: 'id' };
  },
  agendas: async () => {
    const { list, get, sums } = (await import('#contract/callcenter/agendas/agendas.ts')).agendaRoutes;
    return { list, get, sums, idParam: 'id' };
  },
  coletas: async () => {
    const { list, get, sums } = (await import('#contract/sac/pickups.ts')).pickupRoutes;
    return { list, get, sums, idParam: 'idColeta' };
  },
  orcamentos: async () => {
    const { list, get, sums } = (await import('#contract/callcenter/quotes/quotes.ts')).quoteRoutes;
    return { list, get, sums, idParam: 'id' };
  },
  pedidos: async () => {
    const { list, get, sums } = (await import('#contract/callcenter/orders/orders.ts')).orderRoutes;
    return { list, get, sums, idParam: 'id' };
  },
  'meus-pedidos': async () => {
    const { mine, sumsOfMine } = (await import('#contract/callcenter/orders/orders.ts')).orderRoutes;
    return { list: mine, sums: sumsOfMine, idParam: 'id' };
  },
  negociacoes: async () => {
    const { list } = (await import('#contract/callcenter/quotes/negotiations.ts')).negotiationRoutes;
    return { list, idParam: 'id' };
  },
  'contas-correntes': async () => {
    const { list } = (await import('#contract/callcenter/currentAccounts.ts')).currentAccountRoutes;
    return { list, idParam: 'idColaborador' };
  },
  automacoes: async () => {
    const { list, get } = (await import('#contract/callcenter/agendas/automations.ts')).automationRoutes;
    return { list, get, idParam: 'id' };
  },
  campanhas: async () => {
    const { list, get } = (await import('#contract/callcenter/campaigns.ts')).campaignRoutes;
    return { list, get, idParam: 'idCampanha' };
  },
  'objetivos-operadores': async () => {
    const { list } = (await import('#contract/callcenter/goals.ts')).goalRoutes;
    return { list, idParam: 'id' };
  },
  'solicitacoes-troca': async () => {
    const { list } = (await import('#contract/callcenter/orders/returns.ts')).returnRoutes;
    return { list, idParam: 'id' };
  },
};

/**
 * Converts the address's filters to those of the wire. In the address, filters by extra fields are separate entries:
 * `campo:rota`, and ranges either by their ends (`campo:dia:de`, `:ate`) or as typed (`:faixa`). On the wire they form one
 * list (contract/rules/fields/fieldValues.ts).
 */
export function wireFilters(values: object): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  const campos: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const [prefix, key, end] = name.split(':');
    if (name === GROUPED_BY) continue;
    if (prefix !== 'campo') wire[name] = value;
    else
      for (const each of [value].flat())
        if (each) campos.push(`${key}:${end === 'de' ? `${each}..` : end === 'ate' ? `..${each}` : each}`);
  }
  return campos.length > 0 ? { ...wire, campos } : wire;
}

/**
 * What the rows of a list are grouped by stands in the address with the filters, so that it is remembered and saved with them; only
 * the sums are asked for it.
 */
export const GROUPED_BY = 'agrupar_por';

/** The filters in an address that a list does not support. A list that can be filtered by groups can be grouped. */
export const unknownFilters = ({ query }: Pick<Route, 'query'>, values: object): string[] => {
  const isTaken = (name: string) => Object.hasOwn(query?.properties ?? {}, name);
  return Object.keys(values).filter(
    (name) => !name.startsWith('campo:') && !isTaken(name === GROUPED_BY ? 'no_grupo' : name),
  );
};
