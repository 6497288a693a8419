import type { DefinitionProblem } from '../definitions/definition.ts';
import { missingBound } from '../reports/bounds.ts';
import { parametersOf } from '../reports/parameterSchema.ts';
import { initialValues, missingFilters } from '../reports/parameterValues.ts';
import type { ReportDefinition } from '../reports/report.ts';
import { isFigure } from '../reports/results.ts';
import { listText } from '../text.ts';
import type { CalendarDate } from '../time/calendarDate.ts';
import { blockSources, isSource, isSourceKind } from './blockSources.ts';
import { appliedFilters, filterParameters } from './commonFilters.ts';
import { type DashboardBlock, type DashboardDefinition, reportOf } from './dashboard.ts';

const problem = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});

/** Checks that a meta-schema cannot express and that need no database: unique keys, and what each kind of block needs. */
export function dashboardProblems({
  filtros = [],
  blocos,
  perfis = [],
  paginaInicialDe = [],
  noMenuDe = [],
}: DashboardDefinition): DefinitionProblem[] {
  const unseen = (roles: readonly string[]) =>
    perfis.length > 0 && roles.some((role) => !perfis.includes(role));
  return [
    ...blocos.flatMap((block, index) => [
      ...(blocos.findIndex(({ chave }) => chave === block.chave) < index
        ? [problem(`/blocos/${index}/chave`, 'Esta chave já é de outro bloco. Dê outra a um deles.')]
        : []),
      ...blockProblems(block, `/blocos/${index}`),
    ]),
    ...filtros.flatMap(({ filtro, padrao }, index) => [
      ...(filtros.findIndex((one) => one.filtro === filtro) < index
        ? [problem(`/filtros/${index}/filtro`, 'Este filtro já está acima. Retire um dos dois.')]
        : []),
      ...(padrao && filtro !== 'PERIODO'
        ? [problem(`/filtros/${index}/padrao`, 'Só o período tem um valor ao abrir. Retire-o daqui.')]
        : []),
    ]),
    ...(unseen(paginaInicialDe)
      ? [
          problem(
            '/paginaInicialDe',
            'A página inicial é de um perfil que não vê o painel. Inclua-o em "Quem vê", ou retire-o daqui.',
          ),
        ]
      : []),
    ...(unseen(noMenuDe)
      ? [
          problem(
            '/noMenuDe',
            'Está no menu de um perfil que não vê o painel. Inclua-o em "Quem vê", ou retire-o daqui.',
          ),
        ]
      : []),
  ];
}

/** The keys that belong to some kinds only, and what to say of them elsewhere. */
function blockProblems(block: DashboardBlock, pointer: string): DefinitionProblem[] {
  const { tipo, texto = '', coluna, comparacao, mostra } = block;
  const report = reportOf(block);
  return [
    ...(report === '' ? [problem(`${pointer}/relatorio`, 'Escolha o relatório que este bloco mostra.')] : []),
    ...(tipo === 'TEXTO' && texto.trim() === ''
      ? [problem(`${pointer}/texto`, 'Escreva o texto que este bloco mostra.')]
      : []),
    ...(tipo === 'NUMERO' && !coluna
      ? [problem(`${pointer}/coluna`, 'Escolha o número que este bloco mostra.')]
      : []),
    ...(tipo === 'NUMERO' && coluna && coluna === comparacao
      ? [problem(`${pointer}/comparacao`, 'Compare com outra coluna: esta é a do próprio número.')]
      : []),
    ...sourceProblems(block, pointer),
    ...(tipo !== 'TEXTO' && block.texto !== undefined
      ? [problem(`${pointer}/texto`, 'Só um bloco de texto tem texto. Retire-o.')]
      : []),
    ...(report === null && block.relatorio !== undefined
      ? [problem(`${pointer}/relatorio`, 'Este tipo de bloco não tem relatório. Retire-o.')]
      : []),
    ...(report === null && block.parametros !== undefined
      ? [problem(`${pointer}/parametros`, 'Só um bloco de relatório tem filtros fixos. Retire-os.')]
      : []),
    ...(tipo !== 'NUMERO' && (coluna ?? comparacao) !== undefined
      ? [problem(`${pointer}/coluna`, 'Só um bloco de número tem coluna. Retire-a.')]
      : []),
    ...(tipo !== 'RELATORIO' && mostra !== undefined
      ? [problem(`${pointer}/mostra`, 'Só um bloco de gráfico ou tabela escolhe entre os dois. Retire isto.')]
      : []),
  ];
}

function sourceProblems({ tipo, fonte }: DashboardBlock, pointer: string): DefinitionProblem[] {
  const at = `${pointer}/fonte`;
  if (!isSourceKind(tipo))
    return fonte === undefined
      ? []
      : [problem(at, 'Este tipo de bloco mostra um relatório ou um texto. Retire isto.')];
  if (!isSource(fonte)) return [problem(at, 'Escolha o que este bloco mostra.')];
  return blockSources[fonte].tipo === tipo
    ? []
    : [problem(at, `"${blockSources[fonte].titulo}" não se mostra assim. Escolha outro, ou mude o que é.`)];
}

/**
 * What the blocks ask of reports that these do not have, and what the reports ask that nothing on the page answers when it is
 * opened. Reports that are not there are found by their uses.
 */
export const reportProblemsOf = (
  { filtros = [], blocos }: DashboardDefinition,
  reports: ReadonlyMap<string, ReportDefinition>,
  today: CalendarDate,
): DefinitionProblem[] =>
  blocos.flatMap((block, index) => {
    const report = reports.get(block.relatorio ?? '');
    const pointer = `/blocos/${index}`;
    if (!report) return [];
    return [
      ...(block.mostra === 'GRAFICO' && !report.grafico
        ? [
            problem(
              `${pointer}/mostra`,
              `"${report.titulo}" não tem gráfico. Mostre a tabela, ou desenhe-o no relatório.`,
            ),
          ]
        : []),
      ...(['coluna', 'comparacao'] as const).flatMap((key) => {
        const column = report.colunas.find(({ campo }) => campo === block[key]);
        if (!column || isFigure(column)) return [];
        return [problem(`${pointer}/${key}`, `"${column.titulo}" não é um número. Escolha outra coluna.`)];
      }),
      ...unanswered(report, filtros, block.parametros ?? {}, today).map((text) =>
        problem(`${pointer}/relatorio`, text),
      ),
    ];
  });

/** Filters without which a report is refused, and that neither it nor the page fills in. */
function unanswered(
  report: ReportDefinition,
  filters: NonNullable<DashboardDefinition['filtros']>,
  fixed: Readonly<Record<string, unknown>>,
  today: CalendarDate,
): string[] {
  const parameters = parametersOf(report.parametros);
  const common = filters.map(({ filtro }) => filtro);
  const given = initialValues(filterParameters(filters), today);
  const { values } = appliedFilters(parameters, initialValues(parameters, today), common, given, fixed);
  const missing = missingFilters(report.parametros.schema, values);
  if (missing.length > 0)
    return [
      `"${report.titulo}" pede ${listText(missing)}, que nada aqui preenche: inclua o filtro comum, ou dê um valor inicial no relatório.`,
    ];
  return Object.keys(missingBound(report, values)).length > 0
    ? [`"${report.titulo}" precisa de um período: inclua o filtro comum Período.`]
    : [];
}
