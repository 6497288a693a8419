import type { PersonType } from '../../permissions.ts';
import type { ChangeWords } from '../definitions/changes.ts';
import { type BlockSource, isSourceKind, SOURCE_KINDS } from './blockSources.ts';
import type { CommonFilter, FilterPeriod } from './commonFilters.ts';

export const BLOCK_KINDS = ['RELATORIO', 'NUMERO', 'LISTA', 'TEXTO', ...SOURCE_KINDS] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Of twelve columns. */
export const BLOCK_WIDTHS = [3, 4, 6, 8, 12] as const;
export type BlockWidth = (typeof BLOCK_WIDTHS)[number];

/** In rows of the grid. */
export const MAX_BLOCK_HEIGHT = 8;

export interface DashboardBlock {
  /** Never changes, so that addresses and comparisons find the block wherever it is moved. */
  chave: string;
  tipo: BlockKind;
  /** Left out, it is called like its report. */
  titulo?: string;
  relatorio?: string;
  /** For RELATORIO; left out, the chart if the report has one. */
  mostra?: 'GRAFICO' | 'TABELA';
  /** For NUMERO: the column whose total it shows, and the one with the figure that it is compared with. */
  coluna?: string;
  comparacao?: string;
  /** For TEXTO: plain text, whose lines are kept. */
  texto?: string;
  /** For the kinds that show the day of whoever looks: what of it. */
  fonte?: BlockSource;
  /** Values of the report's own filters for this block, which the common ones leave alone. */
  parametros?: Record<string, unknown>;
  largura: BlockWidth;
  altura: number;
}

/** schemas/dashboards: reports that exist and the day of whoever looks, arranged on one page. */
export interface DashboardDefinition {
  formato: 1;
  id: string;
  titulo: string;
  descricao?: string;
  /** Keys of the roles that see it; left out or empty: everybody who may open reports. */
  perfis?: string[];
  /** Keys of the roles whose home page it is. */
  paginaInicialDe?: string[];
  /** Keys of the roles in whose menu it stands. */
  noMenuDe?: string[];
  /** The kinds of people whose home page it is where their role has none of its own. */
  paginaPadraoDe?: PersonType[];
  /** In minutes; left out, it is read again when somebody asks for it. */
  atualizaACada?: number;
  filtros?: { filtro: CommonFilter; padrao?: FilterPeriod }[];
  blocos: DashboardBlock[];
}

export const blockKinds = {
  RELATORIO: 'Gráfico ou tabela',
  NUMERO: 'Número',
  LISTA: 'Lista',
  TEXTO: 'Texto',
  PROXIMO: 'Próximo a fazer',
  REGISTROS: 'Registros',
  CONTADORES: 'Contadores',
  META: 'Meta',
  CONTEUDO: 'Banners e vitrines',
} satisfies Record<BlockKind, string>;

export const blockWidths = {
  3: 'Um quarto',
  4: 'Um terço',
  6: 'Metade',
  8: 'Dois terços',
  12: 'Linha inteira',
} satisfies Record<BlockWidth, string>;

/** The report of a block; `null` for a text and for the day of whoever looks. */
export const reportOf = ({ tipo, relatorio }: Pick<DashboardBlock, 'tipo' | 'relatorio'>): string | null =>
  tipo === 'TEXTO' || isSourceKind(tipo) ? null : (relatorio ?? '');

/** Names for the keys of a dashboard in a comparison of two versions. */
export const dashboardWords: ChangeWords = {
  identity: ['chave', 'filtro'],
  label: ['titulo', 'relatorio', 'chave', 'filtro'],
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    perfis: 'quem vê',
    paginaInicialDe: 'página inicial de',
    noMenuDe: 'no menu de',
    paginaPadraoDe: 'página inicial padrão de',
    atualizaACada: 'atualiza a cada',
    filtros: 'filtros comuns',
    filtro: 'filtro',
    padrao: 'período ao abrir',
    blocos: 'blocos',
    tipo: 'o que é',
    relatorio: 'relatório',
    mostra: 'mostra',
    coluna: 'número',
    comparacao: 'comparado com',
    texto: 'texto',
    fonte: 'o que lista ou conta',
    parametros: 'filtros fixos',
    largura: 'largura',
    altura: 'altura',
  },
};
