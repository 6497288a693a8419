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

/** Of these hang lists, forms, words and figures of any screen: masters, definitions, parameters. */
const SHOWN_EVERYWHERE = new Set([
  'cadastros',
  'dados',
  'definicoes',
  'definicoes-importar',
  'demonstracao',
  'forca-vendas',
  'instalacao',
  'pacotes',
  'parametros',
  'perfis',
  'primeiros-passos',
  'ver-como',
]);

/** What shows a customer's sales: their panel, both lists, the figures of the home page. */
const SALES = ['clientes', 'home', 'meus-pedidos', 'orcamentos', 'pedidos'] as const;
/** What shows who was spoken to and when. */
const CONVERSATIONS = [
  'acompanhamento-clientes',
  'agendas',
  'agendas-supervisor',
  'atendimento',
  'atendimentos',
  'capacidade-agendas-vendedores',
  'clientes',
  'home',
  'operador',
  'orcamentos',
  'pedidos',
] as const;

/** Nouns whose answers also show rows of the noun that was written: its name, its state, how many there are. */
const SHOWN_IN: Readonly<Record<string, readonly string[]>> = {
  agendas: CONVERSATIONS,
  'agendas-supervisor': CONVERSATIONS,
  artigos: ['faq'],
  atendimento: CONVERSATIONS,
  atendimentos: CONVERSATIONS,
  automacoes: CONVERSATIONS,
  avisos: ['home'],
  'avisos-publicados': ['avisos', 'home'],
  banners: ['home'],
  campanhas: [...SALES, 'campanhas-ativas', 'campanhas-comerciais'],
  'campanhas-comerciais': SALES,
  'capacidade-agendas-vendedores': CONVERSATIONS,
  'certificados-nfe': ['notas-xml', 'notasfiscais', 'tickets'],
  cliente: ['clientes', 'dimensoes'],
  clientes: [
    ...CONVERSATIONS,
    'boletos',
    'cliente',
    'coletas',
    'contatos',
    'devolucoes',
    'meus-pedidos',
    'tickets',
  ],
  coletas: ['tickets'],
  conta: ['auth', 'validar-sessao', 'pessoas'],
  'conta-corrente': [...SALES, 'precos-negociados'],
  contatos: [...CONVERSATIONS, 'emails', 'tickets'],
  devolucoes: ['clientes', 'home', 'meus-pedidos', 'tickets'],
  emails: ['clientes', 'orcamentos', 'pedidos'],
  'emails-recebidos': ['emails', 'home', 'tickets'],
  entregas: ['webhooks'],
  guarda: ['saude'],
  'link-pagamento': [...SALES, 'boletos'],
  mixes: [...SALES, 'produtos'],
  'notas-xml': ['clientes', 'coletas', 'emails-recebidos', 'notasfiscais', 'precos-propostos', 'tickets'],
  'objetivos-operadores': ['home'],
  operador: CONVERSATIONS,
  orcamentos: [
    ...SALES,
    'agendas',
    'orcamentos-paginate',
    'orcamentos-parados',
    'precos-negociados',
    'produtos',
  ],
  pedidos: [...SALES, 'boletos', 'orcamentos-paginate', 'orcamentos-parados'],
  // A person may have changed their own name or role.
  pessoas: ['auth', 'consultas', 'operadores', 'perfis', 'tickets', 'validar-sessao'],
  'precos-negociados': SALES,
  'precos-propostos': ['cadastros', 'orcamentos', 'primeiros-passos', 'produtos'],
  'produtos-cotados': SALES,
  quadros: ['acompanhamento-clientes', 'acompanhamentos'],
  rascunhos: ['orcamentos', 'tickets'],
  relatorios: ['home', 'relatorios-execucoes'],
  'relatorios-agendados': ['relatorios', 'relatorios-destinatarios', 'relatorios-execucoes'],
  respostas: ['respostas-oferecidas'],
  sinaleiras: ['clientes', 'orcamentos', 'pedidos'],
  sugestoes: SALES,
  tickets: [
    'clientes',
    'coletas',
    'consultas',
    'devolucoes',
    'emails-recebidos',
    'home',
    'notasfiscais',
    'rascunhos',
  ],
  titulares: ['cadastros', 'clientes', 'contatos', 'eliminacoes', 'guarda', 'pessoas', 'tickets'],
  vitrines: ['home'],
  webhooks: ['entregas'],
};

/** All nouns that the lists above name. */
export const shownNouns = (): string[] => [
  ...SHOWN_EVERYWHERE,
  ...Object.entries(SHOWN_IN).flatMap(([written, nouns]) => [written, ...nouns]),
];

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
  if (noun === undefined) return false;
  return noun === written || SHOWN_EVERYWHERE.has(written) || (SHOWN_IN[written]?.includes(noun) ?? false);
};

/**
 * Refetches what a command of this route may have changed: what its path is about, and what shows rows of that. Resolves when
 * everything on the screen is fresh. All other answers are read again when they are next shown.
 */
export async function refetchWritten(client: QueryClient, route: Pick<Route, 'path'>): Promise<void> {
  void client.invalidateQueries({ refetchType: 'none' });
  await client.invalidateQueries({
    predicate: ({ queryKey }: Query) => showsWhatWasWritten(route, queryKey),
  });
}

export const useRefetch = (): ((route: Pick<Route, 'path'>) => Promise<void>) => {
  const client = useQueryClient();
  return useCallback((route) => refetchWritten(client, route), [client]);
};
