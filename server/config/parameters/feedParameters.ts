import { integer } from './kinds.ts';

/** What other systems are told of changes, and for how long. */
export const FEED_PARAMETERS = {
  diasMudancas: integer({
    area: 'GERAL',
    grupo: 'Integração',
    titulo: 'Dias que as mudanças ficam para outros sistemas',
    descricao:
      'Um sistema que não lê /dados/v1/mudancas por mais tempo que isto precisa ler os cadastros por inteiro de novo.',
    padrao: 90,
    unidade: 'dias',
    de: 7,
    ate: 730,
  }),
  diasFalhaWebhook: integer({
    area: 'GERAL',
    grupo: 'Integração',
    titulo: 'Dias de falha até desligar um webhook',
    descricao: 'Um endereço que só falha por tantos dias é desligado, e os administradores recebem um aviso.',
    padrao: 5,
    unidade: 'dias',
    de: 1,
    ate: 60,
  }),
};
