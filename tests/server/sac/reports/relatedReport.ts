import { ENTITIES } from '#contract/map/index.ts';
import { stepsFrom } from '#contract/map/paths.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';

export type Query = Omit<DeclarativeQuery, 'tipo'>;
export type Filters = NonNullable<DeclarativeQuery['filtros']>;

export const report = (query: Query, more: Partial<ReportDefinition> = {}): ReportDefinition =>
  ({
    formato: 1,
    id: 'relacionados',
    titulo: 'Relacionados',
    descricao: 'Campos relacionados.',
    grupo: 'Tickets',
    thumb: 'Description',
    cor: 'primaria',
    modo_exibicao: 'PAGINA',
    consulta: { tipo: 'DECLARATIVA', ...query },
    parametros: {
      schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      ui: { 'ui:order': [] },
    },
    colunas: query.colunas.map(({ como }) => ({ campo: como, titulo: como, tipo: 'TEXTO' })),
    permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
    limites: { linhasTela: 500, linhasArquivo: 1000, segundos: 30 },
    saidas: [],
    testes: [],
    ...more,
  }) as unknown as ReportDefinition;

export const open: Filters = [{ campo: 'aberto', operador: 'IGUAL', valor: true }];

/** Each entity with its relations to one row. */
export const toOne = Object.entries(ENTITIES).map(
  ([name]) => [name, stepsFrom(ENTITIES, name).filter(({ tipo }) => tipo === 'UM')] as const,
);
