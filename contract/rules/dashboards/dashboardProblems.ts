import type { DefinitionProblem } from '../definitions/definition.ts';
import type { ReportDefinition } from '../reports/report.ts';
import { isFigure } from '../reports/results.ts';
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
}: DashboardDefinition): DefinitionProblem[] {
  const unseen = perfis.length > 0 ? paginaInicialDe.find((role) => !perfis.includes(role)) : undefined;
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
    ...(unseen === undefined
      ? []
      : [
          problem(
            '/paginaInicialDe',
            'A página inicial é de um perfil que não vê o painel. Inclua-o em "Quem vê", ou retire-o daqui.',
          ),
        ]),
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
    ...(tipo !== 'TEXTO' && block.texto !== undefined
      ? [problem(`${pointer}/texto`, 'Só um bloco de texto tem texto. Retire-o.')]
      : []),
    ...(tipo === 'TEXTO' && block.relatorio !== undefined
      ? [problem(`${pointer}/relatorio`, 'Um bloco de texto não tem relatório. Retire-o.')]
      : []),
    ...(tipo !== 'NUMERO' && (coluna ?? comparacao) !== undefined
      ? [problem(`${pointer}/coluna`, 'Só um bloco de número tem coluna. Retire-a.')]
      : []),
    ...(tipo !== 'RELATORIO' && mostra !== undefined
      ? [problem(`${pointer}/mostra`, 'Só um bloco de gráfico ou tabela escolhe entre os dois. Retire isto.')]
      : []),
  ];
}

type Shown = Pick<ReportDefinition, 'colunas' | 'grafico'> & { titulo: string };

/** What the blocks ask of reports that these do not have. Reports that are not there are found by their uses. */
export const reportProblemsOf = (
  { blocos }: DashboardDefinition,
  reports: ReadonlyMap<string, Shown>,
): DefinitionProblem[] =>
  blocos.flatMap((block, index) => {
    const report = reports.get(block.relatorio ?? '');
    const pointer = `/blocos/${index}`;
    if (!report) return [];
    if (block.mostra === 'GRAFICO' && !report.grafico)
      return [
        problem(
          `${pointer}/mostra`,
          `"${report.titulo}" não tem gráfico. Mostre a tabela, ou desenhe-o no relatório.`,
        ),
      ];
    return (['coluna', 'comparacao'] as const).flatMap((key) => {
      const column = report.colunas.find(({ campo }) => campo === block[key]);
      if (!column || isFigure(column)) return [];
      return [problem(`${pointer}/${key}`, `"${column.titulo}" não é um número. Escolha outra coluna.`)];
    });
  });
