import { decimal, integer } from './kinds.ts';

const tickets = { area: 'SAC', grupo: 'Tickets', porFilial: true } as const;

/** What decides on tickets. */
export const TICKET_PARAMETERS = {
  maximoItensTicket: integer({
    ...tickets,
    titulo: 'Máximo de itens de um ticket',
    descricao: 'Quantas linhas de produto cabem em um ticket.',
    padrao: 100,
    unidade: 'itens',
    de: 1,
    ate: 500,
    recarga: true,
  }),
  diasLimiteDevolucao: integer({
    ...tickets,
    titulo: 'Limite para devolução',
    descricao: 'Idade da nota fiscal mais antiga que se pode escolher.',
    padrao: null,
    semValor: 'cinco anos; o filtro começa em 180 dias',
    unidade: 'dias',
    de: 1,
    ate: 1825,
    recarga: true,
  }),
  diasReaberturaConsumidor: integer({
    ...tickets,
    titulo: 'Reabertura pelo consumidor',
    descricao: 'Depois de finalizado, até quando o consumidor pode reabrir o ticket.',
    padrao: 7,
    unidade: 'dias',
    de: 0,
    ate: 365,
  }),
  diasReaberturaEquipe: integer({
    ...tickets,
    titulo: 'Reabertura pela equipe',
    descricao: 'Depois de finalizado, até quando a equipe pode reabrir; supervisores não têm limite.',
    padrao: 30,
    unidade: 'dias',
    de: 0,
    ate: 3650,
  }),
  toleranciaEspelho: decimal({
    ...tickets,
    titulo: 'Tolerância do espelho',
    descricao: 'Diferença aceita entre a nota de devolução e o espelho.',
    padrao: '0.10',
    unidade: 'R$',
    de: '0',
    ate: '1000',
    casas: 2,
  }),
};
