import { PASSWORD_BOUNDS, STANDARD_PASSWORD } from '../../../contract/rules/password.ts';
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
  senhaMinimo: integer({
    ...company,
    titulo: 'Tamanho mínimo de uma senha',
    descricao: 'Vale para senhas novas; as que já existem continuam valendo. O recomendado é 12 (OWASP).',
    padrao: STANDARD_PASSWORD.minimo,
    unidade: 'caracteres',
    de: PASSWORD_BOUNDS.minimo,
    ate: 64,
  }),
  senhaMaximo: integer({
    ...company,
    titulo: 'Tamanho máximo de uma senha',
    descricao:
      'Vale para senhas novas. Com 64 ou mais cabem frases e o que um gerenciador de senhas cria; menor que o mínimo, vale o mínimo.',
    padrao: STANDARD_PASSWORD.maximo,
    unidade: 'caracteres',
    de: STANDARD_PASSWORD.maximo,
    ate: PASSWORD_BOUNDS.maximo,
  }),
};
