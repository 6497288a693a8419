import { integer, words } from './kinds.ts';

const boletos = { area: 'CALLCENTER', grupo: 'Call-center', porFilial: true } as const;

/** Invoices of a customer, and the boletos that collect them. */
export const BILLING_PARAMETERS = {
  diasConsultaNotas: integer({
    area: 'CALLCENTER',
    grupo: 'Call-center',
    titulo: 'Período das notas fiscais',
    descricao: 'Quantos dias para trás a aba de notas fiscais do cliente mostra quando abre.',
    padrao: 45,
    unidade: 'dias',
    de: 1,
    ate: 1825,
    recarga: true,
  }),
  boletoAgencia: words({
    ...boletos,
    titulo: 'Agência dos boletos',
    descricao: 'Agência da empresa no banco que cobra, sem dígito.',
    padrao: null,
    semValor: 'o console não emite boletos',
    maximo: 4,
  }),
  boletoConta: words({
    ...boletos,
    titulo: 'Conta dos boletos',
    descricao: 'Conta da empresa no banco que cobra, sem dígito.',
    padrao: null,
    semValor: 'o console não emite boletos',
    maximo: 7,
  }),
  boletoCarteira: words({
    ...boletos,
    titulo: 'Carteira dos boletos',
    descricao: 'Carteira de cobrança contratada com o banco.',
    padrao: null,
    semValor: 'o console não emite boletos',
    maximo: 3,
  }),
};
