import { ORDER_SORTS } from '#contract/callcenter/orders/orderRow.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { CUSTOMER_SORTS } from '#contract/sac/customers.ts';
import type { Who } from '../lists/benchServer.ts';
import type { SalesFacts } from './salesFacts.ts';

export interface SalesCase {
  name: string;
  who: Who;
  /** Several paths are measured in turn as one case. */
  paths: string[];
  /** Milliseconds at p95 (docs/domain.md 17). */
  budget: number;
}

const LIST = 100;
const DETAIL = 150;
const SEARCH = 300;
const PAGES = [1, 40, 1000];
const WHO = { supervisor: 'SUPERVISOR', vendedor: 'VENDEDOR' } as const satisfies Record<string, Who>;
type Role = keyof typeof WHO;
const ROLES = Object.keys(WHO) as Role[];

/** A list with its sort orders and filters, and typical search terms. */
interface Listed {
  name: string;
  path: string;
  sorts: readonly string[];
  filters: Record<string, string>;
  terms: Record<string, string>;
}

/**
 * Lists of customers, quotes, orders and agendas, each for people who see all rows and for people who see those of one
 * branch.
 */
export const listCases = (facts: SalesFacts, today: CalendarDate): SalesCase[] =>
  listsOf(facts, today).flatMap((list) => ROLES.flatMap((role) => casesOf(list, role)));

function casesOf({ name, path, sorts, filters, terms }: Listed, role: Role): SalesCase[] {
  const one = (what: string, queries: string[], budget = LIST): SalesCase => ({
    name: `${name}, ${role}: ${what}`,
    who: WHO[role],
    paths: queries.map((query) => `/callcenter/${path}?${query}`),
    budget,
  });
  const inEverySort = (query: string) =>
    sorts.flatMap((sort) => WAYS.map((way) => `${query}&orderBy=${sort}&direction=${way}`));
  return [
    ...sorts.flatMap((sort) =>
      PAGES.map((page) =>
        one(
          `ordem ${sort}, página ${page}`,
          WAYS.map((way) => `orderBy=${sort}&direction=${way}&page=${page}`),
        ),
      ),
    ),
    ...Object.entries(filters).map(([what, query]) =>
      one(`filtro ${what}, página 1 de cada ordem`, inEverySort(query)),
    ),
    ...Object.entries(terms).map(([what, query]) => one(`termo ${what}`, [query], SEARCH)),
  ];
}

const WAYS = ['ASC', 'DESC'];

function listsOf({ customer, seller, branch, region, order }: SalesFacts, today: CalendarDate): Listed[] {
  const month = `dtIni=${addDays(today, -730)}&dtFim=${addDays(today, -700)}`;
  const sale = {
    sorts: ORDER_SORTS,
    filters: {
      vendedor: `idColab[]=${seller}`,
      filial: `filial[]=${branch}`,
      cliente: `idCli=${customer}`,
      'um mês antigo': month,
      'canal e filial': `canal[]=FV&filial[]=${branch}`,
    },
    terms: {
      número: `q=${order}`,
      'duas palavras': 'q=mercado+silva',
      'palavra comum': 'q=supermercado',
      nada: 'q=xyzxyz',
    },
  };
  return [
    {
      name: 'clientes',
      path: 'clientes',
      sorts: CUSTOMER_SORTS,
      filters: {
        vendedor: `vendedor[]=${seller}`,
        região: `regiao[]=${region}`,
        bloqueados: 'bloqueado=true',
        prospects: 'prospect=true',
        'legenda 90': 'legenda[]=90',
        classificação: 'classificacao[]=2',
        UF: 'uf[]=SP',
      },
      terms: { 'duas palavras': 'q=mercado+silva', 'palavra comum': 'q=ltda', nada: 'q=xyzxyz' },
    },
    {
      name: 'orçamentos',
      path: 'orcamentos',
      ...sale,
      filters: { ...sale.filters, ativos: 'st[]=ATIVO', vencidos: 'st[]=VENCIDO' },
    },
    {
      name: 'pedidos',
      path: 'pedidos',
      ...sale,
      filters: {
        ...sale.filters,
        entregues: 'st[]=ENTREGUE',
        'três situações': 'st[]=SEPARACAO&st[]=LIBERADO&st[]=ANALISE',
        'link pendente': 'link[]=AGUARDANDO',
      },
    },
    {
      name: 'agendas',
      path: 'agendas',
      sorts: ['data_agendada'],
      filters: {
        atrasadas: 'situacao[]=ATRASADA',
        pendentes: 'situacao[]=PENDENTE',
        cumpridas: 'situacao[]=CUMPRIDA',
        colaborador: `idColab=${seller}`,
        filial: `idFil=${branch}`,
        cliente: `idCli=${customer}`,
        cobrança: 'tipo=C',
        'um mês antigo': month,
        'atrasadas de um colaborador': `situacao[]=ATRASADA&idColab=${seller}`,
      },
      terms: { 'duas palavras': 'texto=mercado+silva', assunto: 'texto=orçamento', nada: 'texto=xyzxyz' },
    },
  ];
}

/**
 * The panel's first call, the calls of each tab, and the dialogs that open from them, for a customer with many records of
 * every kind.
 */
export const panelCases = ({ customer, quote, order, agenda }: SalesFacts): SalesCase[] =>
  ROLES.flatMap((role) =>
    Object.entries({
      'primeira chamada': `clientes/${customer}`,
      agora: `clientes/${customer}/agora`,
      abas: 'clientes-painel',
      'registro de atividade': `clientes/${customer}/registro-atividade`,
      'o que espera de nós': `clientes/${customer}/solicitacoes-atendimento`,
      observações: `clientes/${customer}/observacoes`,
      'últimos pedidos': `clientes/${customer}/ultimos-pedidos`,
      'pedidos em andamento': `clientes/${customer}/pedidos-abertos`,
      vendedores: `clientes/${customer}/operadores`,
      representantes: `clientes/${customer}/supervisores`,
      tickets: `clientes/${customer}/tickets`,
      limites: `clientes/${customer}/limites`,
      contatos: `contatos/${customer}/contatos`,
      telefones: `contatos/${customer}/telefones`,
      'e-mails': `contatos/${customer}/emails`,
      atendimentos: `atendimentos/${customer}`,
      boletos: `clientes/${customer}/boletos-paginate`,
      'notas fiscais': `clientes/${customer}/notas-fiscais-paginate`,
      orçamentos: `orcamentos?idCli=${customer}`,
      pedidos: `pedidos?idCli=${customer}`,
      agendas: `agendas/historico?idCli=${customer}&tipo=A`,
      'agendas de cobrança': `agendas/historico?idCli=${customer}&tipo=C`,
      'um orçamento': `orcamentos/${quote}`,
      'um pedido': `pedidos/${order}`,
      'uma agenda': `agendas/${agenda}`,
    }).map(([name, path]) => ({
      name: `${role}: ${name}`,
      who: WHO[role],
      paths: [`/callcenter/${path}`],
      budget: DETAIL,
    })),
  );
