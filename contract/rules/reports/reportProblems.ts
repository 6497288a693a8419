import { iconNames, paletteKeys } from '../../catalogs/catalog.ts';
import { MODULES } from '../../permissions.ts';
import { dependenciesOf, dependencyOf, OPTION_SOURCES } from '../forms/formDefinition.ts';
import { type FileProblem, repeatedProblems } from '../problem.ts';
import { parameterFormProblems, parametersOf } from './parameterSchema.ts';
import type { ReportColumn, ReportDefinition, ReportParameter } from './report.ts';
import { isFigure } from './results.ts';

const problem = (pointer: string, message: string): FileProblem => ({ pointer, message });

/** Checks of a report that a meta-schema cannot express and that need no database. */
export function reportProblems(report: ReportDefinition): FileProblem[] {
  return [
    ...cardProblems(report),
    ...parameterFormProblems(report.parametros),
    ...dependencyProblems(parametersOf(report.parametros)),
    ...columnProblems(report.colunas),
    ...chartProblems(report),
    ...queryProblems(report),
    ...limitProblems(report),
    ...testProblems(report),
  ];
}

function cardProblems({ thumb, cor, permissoes }: ReportDefinition): FileProblem[] {
  const moduleKeys = new Set<string>(['session', ...Object.keys(MODULES), ...Object.values(MODULES).flat()]);
  return [
    ...((iconNames as readonly string[]).includes(thumb)
      ? []
      : [problem('/thumb', `O ícone ${thumb} não existe. Escolha um da lista.`)]),
    ...((paletteKeys as readonly string[]).includes(cor)
      ? []
      : [problem('/cor', `A cor ${cor} não existe na paleta. Escolha uma da lista.`)]),
    ...(['ver', 'exportar'] as const).flatMap((what) =>
      moduleKeys.has(permissoes[what])
        ? []
        : [problem(`/permissoes/${what}`, `A permissão ${permissoes[what]} não existe. Use a de um perfil.`)],
    ),
  ];
}

/** Options that depend on a filter need one that comes before it, so that no two depend on each other. */
function dependencyProblems(parameters: readonly ReportParameter[]): FileProblem[] {
  return parameters.flatMap(({ parametro, origem, dependeDe = [] }, index) => {
    const pointer = `/parametros/ui/${parametro}/ui:options/dependeDe`;
    const earlier = parameters.slice(0, index).map((each) => each.parametro);
    if (origem && !Object.hasOwn(OPTION_SOURCES, origem))
      return [
        problem(
          `/parametros/ui/${parametro}/ui:options/origem`,
          `A origem ${origem} não existe. Escolha uma da lista.`,
        ),
      ];
    return dependeDe.map(dependencyOf).flatMap(({ chave, campo }) => {
      if (!earlier.includes(campo))
        return [problem(pointer, `O filtro ${campo} precisa existir e vir antes deste.`)];
      if (!dependenciesOf(origem).includes(chave))
        return [problem(pointer, 'Estas opções não dependem disto. Escolha de que filtro elas dependem.')];
      return [];
    });
  });
}

function columnProblems(columns: readonly ReportColumn[]): FileProblem[] {
  return [
    ...repeatedProblems(
      'A coluna',
      columns.map(({ campo }, index) => [`/colunas/${index}/campo`, campo] as const),
    ),
    ...columns.flatMap((column, index) =>
      (column.total === 'SOMA' || column.total === 'MEDIA') && !isFigure(column)
        ? [
            problem(
              `/colunas/${index}/total`,
              'Soma e média são só de números. Use CONTAGEM, ou retire o total.',
            ),
          ]
        : [],
    ),
  ];
}

function chartProblems({ grafico, colunas }: ReportDefinition): FileProblem[] {
  if (!grafico) return [];
  const column = (name: string) => colunas.find(({ campo }) => campo === name);
  const { eixo, series, tipo } = grafico;
  return [
    ...(column(eixo) ? [] : [problem('/grafico/eixo', `A coluna ${eixo} não existe em colunas.`)]),
    ...series.flatMap((name, index) => {
      const found = column(name);
      if (!found) return [problem(`/grafico/series/${index}`, `A coluna ${name} não existe em colunas.`)];
      return isFigure(found)
        ? []
        : [problem(`/grafico/series/${index}`, `A coluna ${name} não é de números. Use uma que seja.`)];
    }),
    ...(tipo === 'PIZZA' && series.length > 1
      ? [problem('/grafico/series', 'Uma pizza mostra uma série só. Retire as outras, ou use BARRAS.')]
      : []),
  ];
}

function queryProblems({ consulta, colunas, parametros }: ReportDefinition): FileProblem[] {
  if (consulta.tipo === 'SQL')
    return consulta.sql || consulta.arquivo
      ? []
      : [problem('/consulta', 'Escreva a consulta em "sql", ou diga em "arquivo" onde ela está.')];
  const columnNames = consulta.colunas.map(({ como }) => como);
  const shown = colunas.map(({ campo }) => campo);
  const used = new Set((consulta.filtros ?? []).map(({ parametro }) => parametro));
  const parameterNames = parametersOf(parametros).map(({ parametro }) => parametro);
  return [
    ...repeatedProblems(
      'A coluna',
      columnNames.map((name, index) => [`/consulta/colunas/${index}/como`, name] as const),
    ),
    ...(consulta.ordem ?? []).flatMap(({ coluna }, index) =>
      columnNames.includes(coluna)
        ? []
        : [problem(`/consulta/ordem/${index}/coluna`, `A consulta não tem a coluna ${coluna}.`)],
    ),
    ...columnNames.flatMap((name, index) =>
      shown.includes(name)
        ? []
        : [problem(`/consulta/colunas/${index}/como`, `Falta mostrar ${name} em colunas.`)],
    ),
    ...shown.flatMap((name, index) =>
      columnNames.includes(name)
        ? []
        : [
            problem(
              `/colunas/${index}/campo`,
              `A consulta não devolve ${name}. Retire a coluna, ou inclua-a.`,
            ),
          ],
    ),
    ...(consulta.filtros ?? []).flatMap(({ parametro }, index) =>
      parametro === undefined || parameterNames.includes(parametro)
        ? []
        : [
            problem(
              `/consulta/filtros/${index}/parametro`,
              `O filtro ${parametro} não existe no formulário.`,
            ),
          ],
    ),
    ...parameterNames
      .filter((name) => !used.has(name) && !isDependedOn(name, parametros))
      .map((name) =>
        problem(
          `/parametros/schema/properties/${name}`,
          `O filtro ${name} não é usado na consulta. Use-o, ou retire-o.`,
        ),
      ),
  ];
}

/** A filter may exist only to narrow the options of another one. */
const isDependedOn = (name: string, form: ReportDefinition['parametros']): boolean =>
  parametersOf(form).some(({ dependeDe = [] }) =>
    dependeDe.some((entry) => dependencyOf(entry).campo === name),
  );

function limitProblems({ limites }: ReportDefinition): FileProblem[] {
  return limites.linhasArquivo < limites.linhasTela
    ? [problem('/limites/linhasArquivo', 'O arquivo precisa levar pelo menos as linhas da tela.')]
    : [];
}

function testProblems({ testes, colunas, parametros }: ReportDefinition): FileProblem[] {
  const parameterNames = parametersOf(parametros).map(({ parametro }) => parametro);
  return testes.flatMap(({ espera, parametros: values }, index) => [
    ...Object.keys(values)
      .filter((name) => !parameterNames.includes(name) && !('recusa' in espera))
      .map((name) => problem(`/testes/${index}/parametros/${name}`, `O filtro ${name} não existe.`)),
    ...('recusa' in espera
      ? []
      : (espera.colunas ?? [])
          .filter((name) => !colunas.some(({ campo }) => campo === name))
          .map((name) => problem(`/testes/${index}/espera/colunas`, `A coluna ${name} não existe.`))),
  ]);
}
