import { integer } from './kinds.ts';

/** What decides on agendas. */
export const AGENDA_PARAMETERS = {
  capacidadeAgendas: integer({
    area: 'CALLCENTER',
    grupo: 'Call-center',
    titulo: 'Capacidade de agendas por dia',
    descricao: 'Contatos que um vendedor faz em um dia, quando não há um número definido para a pessoa.',
    padrao: 20,
    unidade: 'agendas',
    de: 0,
    ate: 500,
  }),
};
