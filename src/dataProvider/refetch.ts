import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Route } from '#contract/route.ts';

const AREAS = new Set(['sac', 'callcenter', 'config']);

/** What a path is about: '/sac/tickets/{idTicket}/custos' is about tickets. */
export const nounOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  return AREAS.has(first) ? second : first;
};

/** Resources of react-admin that have another name than the path of their list (resources.ts). */
const NOUN_OF_RESOURCE: Readonly<Record<string, string>> = {
  'clientes-callcenter': 'clientes',
  negociacoes: 'precos-negociados',
  'contas-correntes': 'conta-corrente',
  'solicitacoes-troca': 'devolucoes',
};

/** The noun of a resource; of a record type that of all records. */
export const nounOfResource = (resource: string): string =>
  NOUN_OF_RESOURCE[resource] ?? resource.split('/')[0] ?? resource;

/** Nouns whose answers also show rows of the noun that was written: its name, its state, how many there are. */
const SHOWN_IN: Readonly<Record<string, readonly string[]>> = {
  tickets: ['clientes', 'coletas', 'devolucoes', 'home', 'emails-recebidos'],
  clientes: [
    'agendas',
    'atendimentos',
    'cadastros',
    'coletas',
    'contatos',
    'devolucoes',
    'meus-pedidos',
    'orcamentos',
    'pedidos',
    'tickets',
  ],
  atendimento: [
    'agendas',
    'agendas-supervisor',
    'atendimentos',
    'clientes',
    'home',
    'operador',
    'orcamentos',
    'pedidos',
  ],
  agendas: ['agendas-supervisor', 'clientes', 'home'],
  orcamentos: ['clientes', 'home', 'meus-pedidos', 'pedidos', 'precos-negociados'],
  pedidos: ['clientes', 'home', 'meus-pedidos', 'orcamentos'],
  'precos-negociados': ['orcamentos'],
  cadastros: ['agendas', 'cadastros-proprios', 'clientes', 'consultas', 'contatos', 'parametros', 'tickets'],
  'emails-recebidos': ['emails', 'tickets'],
  titulares: ['cadastros', 'clientes', 'contatos', 'guarda', 'pessoas', 'tickets'],
  webhooks: ['entregas'],
  entregas: ['webhooks'],
  perfis: ['pessoas'],
  pessoas: ['consultas', 'perfis'],
  artigos: ['faq'],
  'avisos-publicados': ['avisos'],
  quadros: ['acompanhamento-clientes'],
  banners: ['home'],
  vitrines: ['home'],
};

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** The noun that a request is about: its key is that of a route (routeKey) or of a resource. */
function nounOfKey([first, second]: readonly unknown[]): string | undefined {
  if (typeof first !== 'string') return undefined;
  return METHODS.has(first) ? nounOf(String(second)) : nounOfResource(first);
}

/** Whether an answer may be another one after a command of this route. */
export const showsWhatWasWritten = (route: Pick<Route, 'path'>, key: readonly unknown[]): boolean => {
  const written = nounOf(route.path);
  const noun = nounOfKey(key);
  return noun !== undefined && (noun === written || (SHOWN_IN[written]?.includes(noun) ?? false));
};

/**
 * Refetches what a command of this route may have changed: what its path is about, and what shows rows of that. Resolves when
 * everything on the screen is fresh.
 */
export const refetchWritten = (client: QueryClient, route: Pick<Route, 'path'>): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }: Query) => showsWhatWasWritten(route, queryKey) });

export const useRefetch = (): ((route: Pick<Route, 'path'>) => Promise<void>) => {
  const client = useQueryClient();
  return useCallback((route) => refetchWritten(client, route), [client]);
};
