import {
  DEFAULT_CALCULATION_DECIMALS,
  DEFAULT_PERCENT_DECIMALS,
  DEFAULT_VALUE_DECIMALS,
} from '../../../contract/rules/format.ts';
import { choice, integer, yesNo } from './kinds.ts';

const figures = { area: 'GERAL', grupo: 'Números e valores', recarga: true } as const;

/** How figures are shown and reckoned. */
export const FIGURE_PARAMETERS = {
  tipoImposto: choice({
    ...figures,
    titulo: 'Imposto nos preços',
    descricao: 'Como os preços são validados.',
    padrao: 'BRUTO',
    de: { BRUTO: 'Bruto', LIQUIDO: 'Líquido' },
  }),
  casasDecimaisValor: integer({
    ...figures,
    titulo: 'Casas decimais dos valores',
    descricao: 'Em que os valores em dinheiro são mostrados.',
    padrao: DEFAULT_VALUE_DECIMALS,
    unidade: 'casas',
    de: 0,
    ate: 8,
  }),
  casasDecimaisPercentual: integer({
    ...figures,
    titulo: 'Casas decimais dos percentuais',
    descricao: 'Em que os percentuais são mostrados.',
    padrao: DEFAULT_PERCENT_DECIMALS,
    unidade: 'casas',
    de: 0,
    ate: 8,
  }),
  casasDecimaisCalculo: integer({
    ...figures,
    titulo: 'Casas decimais dos cálculos',
    descricao: 'Entregue na carga inicial aos sistemas que calculam por conta própria.',
    padrao: DEFAULT_CALCULATION_DECIMALS,
    unidade: 'casas',
    de: 0,
    ate: 8,
  }),
  casasDecimaisMoeda: integer({
    ...figures,
    titulo: 'Casas decimais dos campos de dinheiro',
    descricao: 'Entregue na carga inicial aos sistemas que recebem valores digitados.',
    padrao: 2,
    unidade: 'casas',
    de: 0,
    ate: 8,
  }),
  arredondaValorFinal: yesNo({
    ...figures,
    titulo: 'Arredondar o valor final',
    descricao: 'Entregue na carga inicial aos sistemas que calculam por conta própria.',
    padrao: true,
  }),
};
