import type {
  ColumnType,
  ParameterType,
  ReportColumn,
  ReportMode,
} from '../../../../contract/rules/reports/report.ts';
import type { Choice } from '../parts/PropertyFields.tsx';

const choices = <T extends string>(names: Record<T, string>): Choice[] =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }));

export const parameterTypes = {
  TEXT: 'Texto',
  TEXTAREA: 'Texto longo',
  NUMBER: 'Número',
  SELECT: 'Escolha em lista',
  MULTISELECT: 'Várias escolhas',
  RADIO: 'Escolha à vista',
  CHECKBOX: 'Caixas de marcar',
  DATE: 'Data',
  DATERANGE: 'Período',
} satisfies Record<ParameterType, string>;

export const columnTypes = {
  TEXTO: 'Texto',
  INTEIRO: 'Número inteiro',
  DECIMAL: 'Número com casas',
  DINHEIRO: 'Dinheiro',
  PERCENTUAL: 'Percentual',
  DATA: 'Data',
  DATAHORA: 'Data e hora',
  LOGICO: 'Sim ou não',
} satisfies Record<ColumnType, string>;

export const totals = {
  SOMA: 'Soma',
  MEDIA: 'Média',
  MINIMO: 'Menor',
  MAXIMO: 'Maior',
  CONTAGEM: 'Contagem',
} satisfies Record<NonNullable<ReportColumn['total']>, string>;

export const modes = {
  PAGINA: 'Na página',
  JANELA: 'Em uma janela',
  CLIENTE: 'Também no painel do cliente',
} satisfies Record<ReportMode, string>;

export const aggregations = {
  CONTAGEM: 'Contagem',
  CONTAGEM_DISTINTA: 'Contagem sem repetir',
  SOMA: 'Soma',
  MEDIA: 'Média',
  MINIMO: 'Menor',
  MAXIMO: 'Maior',
};

export const operators = {
  IGUAL: 'é igual a',
  DIFERENTE: 'é diferente de',
  EM: 'é um de',
  MAIOR: 'é maior que',
  MAIOR_IGUAL: 'é maior ou igual a',
  MENOR: 'é menor que',
  MENOR_IGUAL: 'é menor ou igual a',
  ENTRE: 'está entre',
  CONTEM: 'contém',
  VAZIO: 'está vazio',
  PREENCHIDO: 'está preenchido',
};

export const chartTypes = { BARRAS: 'Barras', LINHAS: 'Linhas', PIZZA: 'Pizza' };

/** With a first choice that stands for none. */
export const withNone = (label: string, names: Record<string, string>): Choice[] => [
  { value: '', label },
  ...choices(names),
];
export const choicesOf = choices;
