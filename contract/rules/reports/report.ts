import type { Expression } from '../../expression/tree.ts';
import type { Permission } from '../../permissions.ts';
import type { JsonSchema } from '../definitions/definition.ts';
import type { UiSchema } from '../forms/formDefinition.ts';
import type { ColumnMark } from './columnMarks.ts';
import type { Grain, GroupFigures, Showing } from './figures.ts';

export const PARAMETER_TYPES = [
  'TEXT',
  'TEXTAREA',
  'NUMBER',
  'SELECT',
  'MULTISELECT',
  'RADIO',
  'CHECKBOX',
  'DATE',
  'DATERANGE',
] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** A parameter in the list shape of document 000 section 3; converted from schema and ui and back (docs/domain.md 14). */
export interface ReportParameter {
  parametro: string;
  label: string;
  tipo: ParameterType;
  obrigatorio: boolean;
  opcoes: { valor: string; rotulo: string }[];
  /** May be a token: `@hoje`, `@inicio_mes`, `@hoje-30d`; for DATERANGE, `{inicio, fim}`. */
  valorpadrao?: unknown;
  /** Maximum size. Text: characters; NUMBER: digits; MULTISELECT and CHECKBOX: choices; DATERANGE: days. */
  tamanho?: number;
  ajuda?: string;
  /** Name of the entry in OPTION_SOURCES when the options come from the server. */
  origem?: string;
  /** Parameters whose values determine the options. */
  dependeDe?: string[];
}

/** How a result is shown: on the page, in a window, or also inside the customer panel. */
export const REPORT_MODES = ['PAGINA', 'JANELA', 'CLIENTE'] as const;
type ReportMode = (typeof REPORT_MODES)[number];

export const COLUMN_TYPES = [
  'TEXTO',
  'INTEIRO',
  'DECIMAL',
  'DINHEIRO',
  'PERCENTUAL',
  'DATA',
  'SEMANA',
  'MES',
  'TRIMESTRE',
  'ANO',
  'DATAHORA',
  'HORA',
  'DIA_SEMANA',
  'LOGICO',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export interface ReportColumn {
  campo: string;
  titulo: string;
  tipo: ColumnType;
  casas?: number;
  total?: 'SOMA' | 'MEDIA' | 'MINIMO' | 'MAXIMO' | 'CONTAGEM';
  /**
   * Links to the page of the record; the column holds its id. A file says `ticket` or `cliente`; rows of a figure say the entity of the
   * map.
   */
  abre?: string;
  /** What stands out in its figures; the first that holds is shown. */
  destaques?: ColumnMark[];
  /** What the company calls its values instead, by the standard word; of a result, never of a file (columnWords.ts). */
  palavras?: Readonly<Record<string, string>>;
}

interface ReportChart {
  tipo: 'BARRAS' | 'LINHAS' | 'PIZZA';
  /** Category column, and value columns. */
  eixo: string;
  series: string[];
  /** Maximum number of categories; the rest is combined as "Outros". */
  maximo?: number;
}

/** A query without SQL over one entity of the map (contract/map, server/map). */
export interface DeclarativeQuery extends GroupFigures {
  tipo: 'DECLARATIVA';
  conjunto: string;
  /** `como` is the name of the result column; `agregacao` aggregates it per group, `mostra` says what is shown of that. */
  colunas: {
    campo?: string;
    /** In the place of `campo`: over the fields of the row, or over other columns (contract/rules/reports/calculated.ts). */
    expr?: Expression;
    como: string;
    agregacao?: 'SOMA' | 'CONTAGEM' | 'CONTAGEM_DISTINTA' | 'MEDIA' | 'MINIMO' | 'MAXIMO';
    formato?: Grain;
    mostra?: Showing;
  }[];
  /** A filter whose parameter is empty is not applied. */
  filtros?: {
    campo: string;
    operador:
      | 'IGUAL'
      | 'DIFERENTE'
      | 'EM'
      | 'MAIOR'
      | 'MAIOR_IGUAL'
      | 'MENOR'
      | 'MENOR_IGUAL'
      | 'ENTRE'
      | 'CONTEM'
      | 'VAZIO'
      | 'PREENCHIDO';
    parametro?: string;
    valor?: unknown;
  }[];
  /** What has to be true of a row, besides all of `filtros`. */
  onde?: Expression;
  ordem?: { coluna: string; direcao: 'ASC' | 'DESC' }[];
}

/** Guarded SQL. A file names it by `arquivo`; the stored and published versions contain the text in `sql`. */
interface SqlQuery {
  tipo: 'SQL';
  arquivo?: string;
  sql?: string;
}

export const REPORT_FORMATS = ['TELA', 'CSV', 'XLSX', 'PDF'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
export const RUN_STATES = ['RODANDO', 'PRONTO', 'FALHOU', 'CANCELADO'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** A file of schemas/reports/ (docs/domain.md 15, "The file"). */
export interface ReportDefinition {
  formato: 1;
  id: string;
  titulo: string;
  descricao: string;
  /** Heading under which its card is shown. */
  grupo: string;
  /** A name from `iconNames`. */
  thumb: string;
  /** A palette key. */
  cor: string;
  modo_exibicao: ReportMode;
  permissoes: { ver: Permission; exportar: Permission };
  parametros: { schema: JsonSchema; ui: UiSchema };
  consulta: DeclarativeQuery | SqlQuery;
  colunas: ReportColumn[];
  grafico?: ReportChart;
  limites: { linhasTela: number; linhasArquivo: number; segundos: number };
  saidas: Exclude<ReportFormat, 'TELA'>[];
  testes: {
    parametros: Record<string, unknown>;
    espera: { colunas?: string[]; minimo?: number; maximo?: number } | { recusa: string };
  }[];
}

/** How a column of days or moments is shown that a query groups. */
export const PERIODS = {
  HORA: 'HORA',
  DIA: 'DATA',
  DIA_SEMANA: 'DIA_SEMANA',
  SEMANA: 'SEMANA',
  MES: 'MES',
  TRIMESTRE: 'TRIMESTRE',
  ANO: 'ANO',
} as const satisfies Record<Grain, ColumnType>;

/** The columns as they are shown: what the query groups by month reads 'out/2026', whatever its column was declared as. */
export function shownColumns({
  consulta,
  colunas,
}: Pick<ReportDefinition, 'consulta' | 'colunas'>): ReportColumn[] {
  if (consulta.tipo === 'SQL') return colunas;
  const periods = new Map(
    consulta.colunas.flatMap(({ como, formato }) => (formato ? [[como, PERIODS[formato]]] : [])),
  );
  return colunas.map((column) =>
    column.tipo === 'DATA' ? { ...column, tipo: periods.get(column.campo) ?? 'DATA' } : column,
  );
}

/** When a schedule is sent, in the time zone `fuso`. `dias`: 0 Sunday to 6 Saturday; `dia`: day of the month, 1 to 28. */
export type ScheduleRhythm =
  | { tipo: 'DIARIO'; hora: string; fuso: string }
  | { tipo: 'SEMANAL'; dias: number[]; hora: string; fuso: string }
  | { tipo: 'MENSAL'; dia: number; hora: string; fuso: string };

/** Display names for the values of a report, used by the studio and in comparisons of versions. */
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
  SEMANA: 'Semana',
  MES: 'Mês',
  TRIMESTRE: 'Trimestre',
  ANO: 'Ano',
  DATAHORA: 'Data e hora',
  HORA: 'Hora do dia',
  DIA_SEMANA: 'Dia da semana',
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
