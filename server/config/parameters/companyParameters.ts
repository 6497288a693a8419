import { integer, words } from './kinds.ts';

const company = { area: 'GERAL', grupo: 'Empresa e sessão' } as const;

/** What the company is called, and how long a session lasts. */
export const COMPANY_PARAMETERS = {
  nomeEmpresa: words({
    ...company,
    titulo: 'Nome da empresa',
    descricao: 'Aparece no console e nos e-mails.',
    padrao: 'Balcão',
    maximo: 60,
    publico: true,
    recarga: true,
  }),
  horasSessao: integer({
    ...company,
    titulo: 'Duração da sessão',
    descricao: 'Tempo sem uso até a pessoa precisar entrar de novo.',
    padrao: 12,
    unidade: 'horas',
    de: 1,
    ate: 720,
  }),
};
