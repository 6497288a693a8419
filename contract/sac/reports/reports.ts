import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Form } from '../../config/forms.ts';
import { Binary } from '../../config/platform.ts';
import { Done, defineRoutes, Instant, Nullable, One, Strict, Text } from '../../route.ts';
import { MARK_COLORS, MARK_TESTS } from '../../rules/reports/columnMarks.ts';
import { COLUMN_TYPES, PARAMETER_TYPES, REPORT_MODES } from '../../rules/reports/report.ts';

export const oneOf = <const T extends readonly string[]>(values: T, title: string) =>
  Type.Union(
    values.map((value) => Type.Literal(value as T[number])),
    { title },
  );

export const Values = Type.Record(Type.String(), Type.Unknown(), {
  additionalProperties: true,
  title: 'Filtros',
});
export const ReportKey = Type.String({ title: 'Relatório', pattern: '^[a-z0-9][a-z0-9-]{0,79}$' });

export const ReportCard = Type.Object(
  {
    id: ReportKey,
    titulo: Type.String({ title: 'Título' }),
    descricao: Type.String({ title: 'Descrição' }),
    grupo: Type.String({ title: 'Grupo' }),
    thumb: Type.String({ title: 'Ícone' }),
    cor: Type.String({ title: 'Cor' }),
    modo_exibicao: oneOf(REPORT_MODES, 'Modo de exibição'),
    exporta: Type.Boolean({ title: 'Pode exportar' }),
    saidas: Type.Array(Type.String(), { title: 'Saídas' }),
    versao: Type.Integer({ title: 'Versão publicada' }),
  },
  { title: 'Relatório' },
);
export type ReportCard = Static<typeof ReportCard>;

export const ReportParameterItem = Type.Object(
  {
    parametro: Type.String({ title: 'Parâmetro' }),
    label: Type.String({ title: 'Rótulo' }),
    tipo: oneOf(PARAMETER_TYPES, 'Tipo'),
    obrigatorio: Type.Boolean({ title: 'Obrigatório' }),
    opcoes: Type.Array(
      Type.Object({ valor: Type.String({ title: 'Valor' }), rotulo: Type.String({ title: 'Rótulo' }) }),
      { title: 'Opções' },
    ),
    valorpadrao: Type.Optional(Type.Unknown({ title: 'Valor padrão' })),
    tamanho: Type.Optional(Type.Integer({ title: 'Tamanho' })),
    ajuda: Type.Optional(Type.String({ title: 'Ajuda' })),
    origem: Type.Optional(Type.String({ title: 'Origem das opções' })),
    dependeDe: Type.Optional(Type.Array(Type.String(), { title: 'Depende de' })),
  },
  { title: 'Parâmetro' },
);

export const ResultColumn = Type.Object({
  campo: Type.String({ title: 'Campo' }),
  titulo: Type.String({ title: 'Título' }),
  tipo: oneOf(COLUMN_TYPES, 'Tipo'),
  casas: Type.Optional(Type.Integer({ title: 'Casas decimais' })),
  total: Type.Optional(Type.String({ title: 'Total' })),
  abre: Type.Optional(Type.String({ title: 'Abre' })),
  /** In a crossed table: the column of the report whose figures it holds, and the value that it stands for. */
  de: Type.Optional(Type.String({ title: 'Coluna do relatório' })),
  valor: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { title: 'Valor da coluna' }),
  ),
  /** What the company calls the values of a catalogue, by the standard word, which the rows hold. */
  palavras: Type.Optional(
    Type.Record(Type.String(), Type.String(), { title: 'Palavras da empresa', additionalProperties: true }),
  ),
  destaques: Type.Optional(
    Type.Array(
      Type.Object({
        quando: oneOf(MARK_TESTS, 'Quando'),
        valor: Type.Number({ title: 'Valor' }),
        cor: oneOf(MARK_COLORS, 'Cor'),
        rotulo: Type.String({ title: 'Rótulo' }),
      }),
      { title: 'Destaques' },
    ),
  ),
});

const Cell = Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

const GroupCell = Nullable(Type.Union([Type.String({ maxLength: 4000 }), Type.Number(), Type.Boolean()]));

/** A result on the screen. Numbers are exact decimals as text, days YYYY-MM-DD, instants ISO. */
export const ReportResult = Type.Object(
  {
    execucao: Type.Integer({ title: 'Execução' }),
    titulo: Type.String({ title: 'Título' }),
    /** "Período: 01/10/2026 a 31/10/2026 · Filial: Matriz". */
    filtros: Type.String({ title: 'Filtros em palavras' }),
    colunas: Type.Array(ResultColumn, { title: 'Colunas' }),
    linhas: Type.Array(Type.Array(Cell), {
      title: 'Linhas',
    }),
    /** What has to be known with the figures: the periods that are compared, what was cut. */
    avisos: Type.Array(Type.String(), { title: 'Avisos' }),
    /** The columns whose figures lead to their rows, and those that name a group; absent where there are no groups. */
    detalhe: Nullable(
      Type.Object({
        grupo: Type.Array(Type.String(), { title: 'Colunas do grupo' }),
        figuras: Type.Array(Type.String(), { title: 'Colunas que levam às linhas' }),
        outros: Nullable(Type.String({ title: 'Nome dos demais grupos' })),
        cruza: Nullable(Type.String({ title: 'Coluna que virou colunas' })),
      }),
    ),
    /** One per column that has a total, keyed by campo, over all matching rows up to the file limit. */
    totais: Type.Record(Type.String(), Nullable(Type.String()), { title: 'Totais' }),
    /** Whether more rows matched than `linhas` contains. */
    cortado: Type.Boolean({ title: 'Cortado' }),
    limite: Type.Integer({ title: 'Limite de linhas' }),
    milissegundos: Type.Integer({ title: 'Duração' }),
    gerado: Instant('Gerado em'),
    grafico: Nullable(
      Type.Object({
        tipo: Type.String({ title: 'Tipo' }),
        eixo: Type.String({ title: 'Eixo' }),
        series: Type.Array(Type.String(), { title: 'Séries' }),
        maximo: Type.Optional(Type.Integer({ title: 'Categorias' })),
      }),
    ),
  },
  { title: 'Resultado' },
);
export type ReportResult = Static<typeof ReportResult>;

const areas = ['sac', 'callcenter'] as const;
const permission = 'SAC_RELATORIO';
export const reportParams = Strict({ idRelatorio: ReportKey });

export const reportRoutes = defineRoutes({
  list: {
    method: 'GET',
    areas,
    path: '/relatorios',
    summary: 'Relatórios que a pessoa pode ver',
    permission,
    /** CLIENTE: reports shown in the customer panel. */
    query: Strict({ tipo: Type.Optional(Type.Literal('CLIENTE', { title: 'Onde aparece' })) }),
    response: Type.Array(ReportCard),
  },
  parameters: {
    method: 'GET',
    areas,
    path: '/relatorios/{idRelatorio}/parametros',
    summary: 'Filtros de um relatório',
    permission,
    params: reportParams,
    response: Type.Array(ReportParameterItem),
  },
  /** Our own addition: the same filters as a form, with relative defaults resolved for today. */
  form: {
    method: 'GET',
    areas,
    path: '/relatorios/{idRelatorio}/formulario',
    summary: 'Filtros de um relatório como formulário',
    permission,
    params: reportParams,
    response: Type.Object({ cartao: ReportCard, formulario: Form, inicial: Values }),
  },
  run: {
    method: 'POST',
    areas,
    path: '/relatorios/{idRelatorio}',
    summary: 'Gerar um relatório',
    permission,
    params: reportParams,
    /** The values by parameter, either directly or under `filtros`; CLIENTE_ID in the customer panel. */
    body: Type.Object({}, { additionalProperties: true, title: 'Filtros' }),
    response: One(ReportResult),
  },
  /** The rows that a figure was made of; its group is named by the values of its row. */
  rows: {
    method: 'POST',
    areas,
    path: '/relatorios/{idRelatorio}/linhas',
    summary: 'Linhas de um número do relatório',
    permission,
    params: reportParams,
    body: Strict({
      coluna: Text('Coluna', 60),
      filtros: Values,
      grupo: Type.Record(Type.String({ maxLength: 60 }), GroupCell, { title: 'Grupo', maxProperties: 60 }),
      /** `gerado` of the result, whose days the rows are of. */
      em: Type.Optional(Instant('Gerado em')),
    }),
    response: One(ReportResult),
  },
  /** Cancels the person's own running report. */
  cancel: {
    method: 'POST',
    areas,
    path: '/relatorios/{idRelatorio}/cancelar',
    summary: 'Cancelar a geração em andamento',
    permission,
    params: reportParams,
    response: Done,
  },
  /** The response is streamed. */
  exportFile: {
    method: 'POST',
    areas,
    path: '/relatorios/{idRelatorio}/exportar',
    summary: 'Exportar um relatório',
    permission: 'RELATORIOS_EXPORTAR',
    params: reportParams,
    body: Strict({
      formato: Type.Union([Type.Literal('CSV'), Type.Literal('XLSX'), Type.Literal('PDF')], {
        title: 'Formato',
      }),
      filtros: Values,
    }),
    file: true,
    response: Binary,
  },
  ticket: {
    method: 'POST',
    areas,
    path: '/relatorios/{idRelatorio}/bilhete',
    summary: 'Bilhete de uso único, por 60 s, para o visualizador embutido',
    permission,
    params: reportParams,
    body: Type.Object({}, { additionalProperties: true, title: 'Filtros' }),
    response: One(
      Type.Object({
        bilhete: Type.String({ title: 'Bilhete' }),
        endereco: Type.String({ title: 'Endereço' }),
        expira: Instant('Expira em'),
      }),
    ),
  },
  /** A separate page that only our own origin may frame; the report ticket determines who may see it. */
  view: {
    method: 'GET',
    areas,
    path: '/relatorios/{idRelatorio}/visualizar',
    summary: 'Visualizador embutido de um relatório',
    permission: 'public',
    params: reportParams,
    query: Strict({ bilhete: Text('Bilhete', 100), timestamp: Type.Optional(Text('Momento', 40)) }),
    file: true,
    response: Binary,
  },
});
