/** What a query groups days and moments by. A moment's day and hour are those of its record's branch (docs/domain.md 6). */
export const GRAINS = ['HORA', 'DIA', 'DIA_SEMANA', 'SEMANA', 'MES', 'TRIMESTRE', 'ANO'] as const;
export type Grain = (typeof GRAINS)[number];

export const grains: Readonly<Record<Grain, string>> = {
  HORA: 'Hora do dia',
  DIA: 'Dia',
  DIA_SEMANA: 'Dia da semana',
  SEMANA: 'Semana',
  MES: 'Mês',
  TRIMESTRE: 'Trimestre',
  ANO: 'Ano',
};

/** What a calculated column shows of its calculation, if not the figure itself. */
export const SHOWINGS = ['ANTES', 'VARIACAO', 'ACUMULADO', 'PARTE'] as const;
export type Showing = (typeof SHOWINGS)[number];

export const showings: Readonly<Record<Showing, string>> = {
  ANTES: 'Antes',
  VARIACAO: 'Variação',
  ACUMULADO: 'Acumulado',
  PARTE: 'Parte do total',
};

/** What the period of a query is compared with. */
export const COMPARISONS = ['PERIODO_ANTERIOR', 'ANO_ANTERIOR'] as const;
export type ComparisonKind = (typeof COMPARISONS)[number];

export const comparisons: Readonly<Record<ComparisonKind, string>> = {
  PERIODO_ANTERIOR: 'O período anterior',
  ANO_ANTERIOR: 'O mesmo período do ano anterior',
};

/** Only the groups with the highest figures: of all, or of each value of another column. */
export interface TopGroups {
  quantos: number;
  /** The calculated column that decides. */
  coluna: string;
  /** The column for each of whose values they are chosen. */
  por?: string;
  /** Whether all others are added up as one more group, 'Outros'. */
  outros?: boolean;
}

/** What is made of the groups of a query, besides their order. */
export interface GroupFigures {
  compara?: ComparisonKind;
  primeiros?: TopGroups;
  /** The column whose values become columns. */
  cruza?: string;
}

/** What the groups that are not shown are called together. */
export const OTHERS = 'Outros';
