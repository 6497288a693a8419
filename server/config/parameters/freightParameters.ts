import { decimal, yesNo } from './kinds.ts';

const freight = { area: 'CALLCENTER', grupo: 'Frete e entrega' } as const;

/** What decides on freight and delivery addresses. */
export const FREIGHT_PARAMETERS = {
  minimoIsencaoFrete: decimal({
    ...freight,
    titulo: 'Isenção de frete',
    descricao: 'Total do orçamento a partir do qual o cliente não paga frete.',
    padrao: null,
    semValor: 'nunca isenta',
    unidade: 'R$',
    de: '0.01',
    ate: '99999999',
    casas: 2,
    porFilial: true,
  }),
  percentualFreteEmbutido: decimal({
    ...freight,
    titulo: 'Frete embutido nos preços',
    descricao: 'Parte dos preços que já é frete; o cliente paga só o que passar dela.',
    padrao: '0',
    unidade: '%',
    de: '0',
    ate: '100',
    casas: 3,
    porFilial: true,
  }),
  cadastraEnderecoEntrega: yesNo({
    ...freight,
    titulo: 'Cadastrar endereço de entrega',
    descricao: 'Quem vende pode criar um endereço de entrega do cliente.',
    padrao: true,
    recarga: true,
  }),
  permiteRemoverEndereco: yesNo({
    ...freight,
    titulo: 'Remover endereço de entrega',
    descricao: 'Quem vende pode remover um endereço de entrega do cliente.',
    padrao: true,
    recarga: true,
  }),
};
