import { words, yesNo } from './kinds.ts';

const callCenter = { area: 'CALLCENTER', grupo: 'Call-center', porFilial: true, recarga: true } as const;

/** What decides on prices, current accounts and exchanges of the call-center. */
export const CALL_CENTER_PARAMETERS = {
  exibeNegociarPreco: yesNo({
    ...callCenter,
    titulo: 'Negociar preços',
    descricao: 'Quem vende pode pedir um preço abaixo da tabela para uma linha do orçamento.',
    padrao: true,
  }),
  exibeMargemLucro: yesNo({
    ...callCenter,
    titulo: 'Mostrar custo e margem',
    descricao: 'Quem decide preços vê o custo do produto e a margem de cada preço.',
    padrao: true,
  }),
  usaContaCorrente: yesNo({
    ...callCenter,
    titulo: 'Usar conta corrente',
    descricao: 'Saldos de colaboradores podem ser transferidos entre eles.',
    padrao: true,
  }),
  validaSaldoNegativo: yesNo({
    ...callCenter,
    titulo: 'Recusar saldo negativo',
    descricao: 'Uma transferência nunca deixa a conta corrente de quem envia abaixo de zero.',
    padrao: true,
  }),
  tipoSolicitacaoTroca: words({
    area: 'CALLCENTER',
    grupo: 'Call-center',
    titulo: 'Tipo das solicitações de troca',
    descricao: 'Chave do tipo de ticket que uma solicitação de troca abre.',
    padrao: 'DEVOLUCAO',
    maximo: 60,
  }),
};
