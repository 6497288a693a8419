import type { ColumnType, ParameterType, ReportColumn, ReportMode } from './report.ts';

/** What the studio and a comparison of versions call the values of a report. */
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
