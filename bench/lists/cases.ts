import { call } from '#contract/expression/tree.ts';
import { TICKET_SORTS } from '#contract/sac/tickets.ts';
import type { Who } from './benchServer.ts';
import type { SampleValues } from './facts.ts';

export interface Case {
  name: string;
  who: Who;
  /** Below /sac; several paths are measured in turn as one case. */
  paths: string[];
}

const PAGES = [1, 10, 100, 1000];

/** Every sort at every depth, every filter, every kind of search, and the calls that accompany the list. */
export const casesOf = (facts: SampleValues): Case[] => [
  ...TICKET_SORTS.flatMap((sort) =>
    PAGES.map((page) =>
      list(
        `ordem ${sort}, página ${page}`,
        WAYS.map((way) => `orderBy=${sort}&direction=${way}&page=${page}`),
      ),
    ),
  ),
  ...(facts.cursor ? [list('página 101 pela chave', [`cursor=${facts.cursor}`])] : []),
  ...filtersOf(facts).flatMap(([name, query]) => [
    list(`filtro ${name}, página 1 de cada ordem`, inEverySort(query)),
    list(`filtro ${name}, página 1000`, [`${query}&page=1000`]),
  ]),
  ...termsOf(facts).map(([name, text]) => list(`termo ${name}`, [`termo=${encodeURIComponent(text)}`])),
  list('operador de uma filial, página 1 de cada ordem', inEverySort(''), 'OPERADOR'),
  list('operador de uma filial, página 1000', ['page=1000'], 'OPERADOR'),
  list('representante, página 1 de cada ordem', inEverySort(''), 'REPRESENTANTE'),
  list('consumidor final, página 1 de cada ordem', inEverySort(''), 'CONSUMIDOR_FINAL'),
  { name: 'totais por status', who: 'GERENTE', paths: ['tickets/totais'] },
  { name: 'totais por status, operador de uma filial', who: 'OPERADOR', paths: ['tickets/totais'] },
  { name: 'últimos dez movimentados', who: 'GERENTE', paths: ['tickets/recentes'] },
  { name: 'um ticket', who: 'GERENTE', paths: [`tickets/${facts.ticket}`] },
  { name: 'histórico de um ticket', who: 'GERENTE', paths: [`tickets/${facts.ticket}/historico`] },
];

const WAYS = ['ASC', 'DESC'];
const inEverySort = (query: string) =>
  TICKET_SORTS.flatMap((sort) => WAYS.map((way) => `${query}&orderBy=${sort}&direction=${way}`));

const list = (name: string, queries: string[], who: Who = 'GERENTE'): Case => ({
  name,
  who,
  paths: queries.map((query) => `tickets?${query}`),
});

/** All filters of the list; a test checks that none is missing. */
const filtersOf = ({
  customer,
  operator,
  representative,
  region,
  sector,
  type,
  month,
  ...facts
}: SampleValues) =>
  [
    ['status ABERTO', 'status[]=ABERTO'],
    ['status FINALIZADO', 'status[]=FINALIZADO'],
    ['dois status', 'status[]=EM_ATENDIMENTO&status[]=AGUARDANDO_CLIENTE'],
    ['tipo', `tipo[]=${type}`],
    ['cliente', `idCli=${customer}`],
    ['operador', `operador[]=${operator}`],
    ['sem operador', 'semOperador=true'],
    ['representante', `representante[]=${representative}`],
    ['região', `regiao[]=${region}`],
    ['setor', `setor[]=${sector}`],
    ['filial', `filial[]=${facts.branch}`],
    ['transportadora', `transportadora[]=${facts.carrier}`],
    ['prioridade', 'prioridade[]=URGENTE'],
    ['motivo', `motivo[]=${facts.reason}`],
    ['etapa', `etapa[]=${facts.step}`],
    ['prazo atrasado', 'prazo=ATRASADO'],
    ['prazo vencendo', 'prazo=VENCENDO'],
    ['no prazo', 'prazo=NO_PRAZO'],
    ['campo adicional', 'campos[]=canalPreferido:WHATSAPP'],
    ['um mês antigo', `dtIni=${month}-01&dtFim=${month}-28`],
    ['arquivados', 'arquivado=true'],
    ['adiados', 'adiado=true'],
    ['condições', `condicao=${GROUPS}`],
    ['de um grupo', 'no_grupo[]=prioridade:URGENTE'],
    ['status, tipo e região', `status[]=FINALIZADO&tipo[]=${type}&regiao[]=${region}`],
  ] as const;

/** Open and without an operator, or urgent and late. */
const GROUPS = encodeURIComponent(
  JSON.stringify(
    call(
      'alguma',
      call(
        'todas',
        call('igual', { campo: 'status' }, { texto: 'ABERTO' }),
        call('vazio', { campo: 'operador' }),
      ),
      call(
        'todas',
        call('igual', { campo: 'prioridade' }, { texto: 'URGENTE' }),
        call('menor', { campo: 'prazo' }, call('hoje')),
      ),
    ),
  ),
);

const termsOf = ({ ticket, invoice, document, name }: SampleValues) =>
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
