import { days, integer, workHours } from './kinds.ts';

const dueTimes = { area: 'SAC', grupo: 'Prazos e expediente', porFilial: true } as const;

/** When the due times of tickets run, and from when on one is about to be late. */
export const DUE_TIME_PARAMETERS = {
  expediente: workHours({
    ...dueTimes,
    titulo: 'Expediente',
    descricao: 'Dias e horas em que os prazos correm, no relógio da filial.',
    padrao: { dias: [1, 2, 3, 4, 5], inicio: '08:00', fim: '18:00' },
  }),
  feriados: days({
    ...dueTimes,
    titulo: 'Feriados locais',
    descricao: 'Dias sem expediente além dos feriados nacionais, que já são contados.',
    padrao: [],
  }),
  horasAvisoPrazo: integer({
    ...dueTimes,
    titulo: 'Aviso de prazo',
    descricao: 'Horas úteis antes do prazo em que o ticket passa a "vencendo".',
    padrao: 4,
    unidade: 'horas',
    de: 1,
    ate: 200,
  }),
};
