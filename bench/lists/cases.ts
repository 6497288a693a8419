import { TICKET_SORTS } from '../../contract/sac/tickets.ts';
import type { Who } from './benchServer.ts';
import type { Facts } from './facts.ts';

export interface Case {
  name: string;
  who: Who;
  /** Below /sac. */
  path: string;
}

const PAGES = [1, 10, 100, 1000];

/** Every sort at every depth, every filter, every kind of search, and what stands beside the list. */
export const casesOf = (facts: Facts): Case[] => [
  ...TICKET_SORTS.flatMap((sort) =>
    ['ASC', 'DESC'].flatMap((way) =>
      PAGES.map((page) =>
        list(`ordem ${sort} ${way}, página ${page}`, `orderBy=${sort}&direction=${way}&page=${page}`),
      ),
    ),
  ),
  ...(facts.cursor ? [list('página 101 pela chave', `cursor=${facts.cursor}`)] : []),
  ...filtersOf(facts).flatMap(([name, query]) => [
    ...TICKET_SORTS.map((sort) => list(`filtro ${name}, ordem ${sort}`, `${query}&orderBy=${sort}`)),
    list(`filtro ${name}, página 100`, `${query}&page=100`),
    list(`filtro ${name}, página 1000`, `${query}&page=1000`),
  ]),
  ...termsOf(facts).map(([name, text]) => list(`termo ${name}`, `termo=${encodeURIComponent(text)}`)),
  ...TICKET_SORTS.map((sort) => list(`operador de uma filial, ordem ${sort}`, `orderBy=${sort}`, 'OPERADOR')),
  list('operador de uma filial, página 1000', 'page=1000', 'OPERADOR'),
  list('representante, página 1', '', 'REPRESENTANTE'),
  list('consumidor final, página 1', '', 'CONSUMIDOR_FINAL'),
  { name: 'totais', who: 'GERENTE', path: 'tickets/totais' },
  { name: 'totais do operador de uma filial', who: 'OPERADOR', path: 'tickets/totais' },
  { name: 'recentes', who: 'GERENTE', path: 'tickets/recentes' },
  { name: 'um ticket', who: 'GERENTE', path: `tickets/${facts.ticket}` },
  { name: 'histórico de um ticket', who: 'GERENTE', path: `tickets/${facts.ticket}/historico` },
];

const list = (name: string, query: string, who: Who = 'GERENTE'): Case => ({
  name,
  who,
  path: `tickets?${query}`,
});

const filtersOf = ({ customer, operator, representative, region, sector, type, month }: Facts) =>
  [
    ['status ABERTO', 'status[]=ABERTO'],
    ['status FINALIZADO', 'status[]=FINALIZADO'],
    ['dois status', 'status[]=EM_ATENDIMENTO&status[]=AGUARDANDO_CLIENTE'],
    ['tipo', `tipo[]=${type}`],
    ['cliente', `idCli=${customer}`],
    ['operador', `operador[]=${operator}`],
    ['representante', `representante[]=${representative}`],
    ['região', `regiao[]=${region}`],
    ['setor', `setor[]=${sector}`],
    ['um mês', `dtIni=${month}-01&dtFim=${month}-28`],
    ['arquivados', 'arquivado=true'],
    ['status, tipo e região', `status[]=FINALIZADO&tipo[]=${type}&regiao[]=${region}`],
  ] as const;

const termsOf = ({ ticket, invoice, document, name }: Facts) =>
  [
    ['número do ticket', String(ticket)],
    ['número da nota', String(invoice.number)],
    ['chave de 44', invoice.key],
    ['CNPJ sem máscara', document.plain],
    ['CNPJ com máscara', document.masked],
    ['nome de um cliente', name.own],
    ['nome com acentos', name.accented],
    ['nome sem acentos', name.plain],
    ['palavra em muitos nomes', 'ltda'],
    ['palavra em muitos assuntos', 'devolucao'],
    ['duas letras', 'me'],
    ['nada encontrado', 'xyzxyz'],
  ] as const;
