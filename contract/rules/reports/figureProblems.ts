import type { MapEntities } from '../../map/entity.ts';
import { type ResolvedPath, resolvePath } from '../../map/paths.ts';
import type { FileProblem } from '../problem.ts';
import { calculatedTotal } from './calculated.ts';
import { comparedParameter, hasFigures, isAmount, mayBeSummed } from './groupFigures.ts';
import type { DeclarativeQuery, ReportDefinition } from './report.ts';
import { sumSentence } from './sums.ts';

type Column = DeclarativeQuery['colunas'][number];

const problem = (pointer: string, message: string): FileProblem => ({ pointer, message });

/** More figures than this, each in 24 columns, are no table that anybody reads, and no text that the guard lets pass. */
const MAX_CROSSED_FIGURES = 5;

const NUMBERS: ReadonlySet<string> = new Set(['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);

/** What of comparisons, grains, first groups and crossed columns cannot be made; each problem at its control. */
export function figureProblems(query: DeclarativeQuery, entities: MapEntities): FileProblem[] {
  return [
    ...query.colunas.flatMap((column, index) => [
      ...grainProblems(query, entities, column, `/consulta/colunas/${index}`),
      ...showingProblems(query, entities, column, `/consulta/colunas/${index}/mostra`),
    ]),
    ...comparisonProblems(query, entities),
    ...topProblems(query, entities),
    ...crossProblems(query, entities),
    ...orderProblems(query, entities),
    ...mixedProblems(query),
  ];
}

/** Groups that are compared, crossed or chosen among are made of plain figures. */
const mixedProblems = (query: DeclarativeQuery): FileProblem[] =>
  hasFigures(query) || query.cruza !== undefined
    ? query.colunas.flatMap(({ expr }, index) =>
        expr
          ? [
              problem(
                `/consulta/colunas/${index}/expr`,
                'Colunas calculadas não se juntam a comparação, tabela cruzada, primeiros de cada grupo ou partes do total. Retire a conta, ou faça-a em outro relatório.',
              ),
            ]
          : [],
      )
    : [];

const pathOf = (
  { conjunto }: DeclarativeQuery,
  entities: MapEntities,
  campo: string | undefined,
): ResolvedPath | undefined => (campo === undefined ? undefined : resolvePath(entities, conjunto, campo));

const isCalculated = ({ agregacao }: Column): boolean => agregacao !== undefined;

function grainProblems(
  query: DeclarativeQuery,
  entities: MapEntities,
  { campo, formato }: Column,
  at: string,
): FileProblem[] {
  const path = pathOf(query, entities, campo);
  if (!formato || !path) return [];
  const { tipo } = path.campo;
  if (tipo !== 'DATA' && tipo !== 'DATAHORA')
    return [problem(`${at}/formato`, `${path.titulo} não é data: não se agrupa por dia, semana ou mês.`)];
  return formato === 'HORA' && tipo === 'DATA'
    ? [problem(`${at}/formato`, `${path.titulo} é um dia, sem hora. Agrupe por dia da semana ou por dia.`)]
    : [];
}

function showingProblems(
  query: DeclarativeQuery,
  entities: MapEntities,
  column: Column,
  at: string,
): FileProblem[] {
  const { mostra, agregacao, campo } = column;
  if (!mostra) return [];
  if (!agregacao) return [problem(at, 'Só um cálculo tem antes, variação, acumulado ou parte. Escolha um.')];
  if (mostra === 'ACUMULADO' || mostra === 'PARTE')
    return isAmount(column, query.conjunto, entities)
      ? []
      : [
          problem(
            at,
            'Acumulado e parte do total só se fazem do que se soma: de uma contagem, ou da soma de uma quantidade.',
          ),
        ];
  if (!query.compara)
    return [problem(at, 'Antes e variação pedem uma comparação. Escolha com o que o período se compara.')];
  if (mostra === 'VARIACAO' && !isNumber(column, pathOf(query, entities, campo)))
    return [problem(at, 'Só números têm variação. Mostre o valor de antes.')];
  return isReachedByPeriod(query, entities, column)
    ? []
    : [
        problem(
          at,
          'O período não escolhe o que entra neste cálculo: antes e agora seriam o mesmo. Inclua o período também para ele.',
        ),
      ];
}

const isNumber = ({ agregacao }: Column, path: ResolvedPath | undefined): boolean =>
  agregacao?.startsWith('CONTAGEM') || NUMBERS.has(path?.campo.tipo ?? '');

/** Whether the compared period bounds the rows of the query itself, or those that a path to many leads to. */
function isReachedByPeriod(query: DeclarativeQuery, entities: MapEntities, { campo }: Column): boolean {
  const parameter = comparedParameter(query, entities);
  if (parameter === undefined) return true;
  const many = (path: string | undefined) => {
    const found = pathOf(query, entities, path);
    return found?.many ? found.steps[0]?.chave : undefined;
  };
  return (query.filtros ?? []).some(
    ({ campo: filtered, operador, parametro }) =>
      operador === 'ENTRE' &&
      parametro === parameter &&
      (many(filtered) === undefined || many(filtered) === many(campo)),
  );
}

function comparisonProblems(query: DeclarativeQuery, entities: MapEntities): FileProblem[] {
  if (!query.compara) return [];
  const at = '/consulta/compara';
  if (!query.colunas.some(isCalculated))
    return [problem(at, 'Só se compara o que é calculado. Inclua uma contagem ou uma soma.')];
  return comparedParameter(query, entities) === undefined
    ? [
        problem(
          at,
          'Para comparar é preciso um período. Inclua uma condição "está entre" com um filtro de período.',
        ),
      ]
    : [];
}

function topProblems(query: DeclarativeQuery, entities: MapEntities): FileProblem[] {
  const { primeiros, colunas, conjunto } = query;
  if (!primeiros) return [];
  const at = '/consulta/primeiros';
  const named = (como: string) => colunas.find((column) => column.como === como);
  const [decisive, each] = [
    named(primeiros.coluna),
    primeiros.por === undefined ? null : named(primeiros.por),
  ];
  const keys = colunas.filter((column) => !isCalculated(column) && column.como !== primeiros.por);
  const others = primeiros.outros
    ? colunas.filter((column) => isCalculated(column) && !isAmount(column, conjunto, entities))
    : [];
  const hasName = keys.some(({ campo }) => pathOf(query, entities, campo)?.campo.tipo === 'TEXTO');
  return [
    ...(decisive && isCalculated(decisive) && decisive.mostra !== 'ACUMULADO'
      ? []
      : [problem(`${at}/coluna`, 'Os primeiros se escolhem por um cálculo: uma contagem, soma ou média.')]),
    ...(each !== null && (!each || isCalculated(each))
      ? [problem(`${at}/por`, 'Escolha uma coluna que agrupa, como filial ou motivo.')]
      : []),
    ...(keys.length === 0
      ? [
          problem(
            `${at}/quantos`,
            'Não há grupos de que escolher os primeiros. Inclua uma coluna que agrupa.',
          ),
        ]
      : []),
    ...(others.length > 0
      ? [
          problem(
            `${at}/outros`,
            `"Outros" só existe do que se soma, e ${others.map(({ como }) => como).join(', ')} não se soma. Retire o cálculo, ou deixe os outros de fora.`,
          ),
        ]
      : []),
    ...(primeiros.outros && keys.length > 0 && !hasName
      ? [problem(`${at}/outros`, '"Outros" precisa de uma coluna de texto em que esteja escrito.')]
      : []),
  ];
}

function crossProblems(query: DeclarativeQuery, entities: MapEntities): FileProblem[] {
  const { cruza, colunas, primeiros } = query;
  if (cruza === undefined) return [];
  const at = '/consulta/cruza';
  const crossed = colunas.find(({ como }) => como === cruza);
  const figures = colunas.filter(isCalculated);
  if (!crossed || isCalculated(crossed))
    return [problem(at, 'Escolha uma coluna que agrupa: os valores dela viram colunas.')];
  const path = pathOf(query, entities, crossed.campo);
  if (path?.campo.pessoal)
    return [problem(at, `${path.titulo} é dado pessoal: não vira título de coluna. Escolha outra.`)];
  if (path?.campo.tipo === 'DATAHORA' && !crossed.formato)
    return [problem(at, `Cada ${path.titulo} seria uma coluna. Agrupe por dia, semana ou mês.`)];
  if (figures.length === 0)
    return [problem(at, 'Uma tabela cruzada mostra cálculos. Inclua uma contagem ou uma soma.')];
  if (figures.length > MAX_CROSSED_FIGURES)
    return [problem(at, `Uma tabela cruzada mostra até ${MAX_CROSSED_FIGURES} cálculos. Retire alguns.`)];
  return [
    ...(primeiros
      ? [problem('/consulta/primeiros', 'Uma tabela cruzada mostra todos os grupos. Retire os primeiros.')]
      : []),
    ...colunas.flatMap(({ mostra }, index) =>
      mostra === 'ACUMULADO' || mostra === 'PARTE'
        ? [
            problem(
              `/consulta/colunas/${index}/mostra`,
              'Numa tabela cruzada não há acumulado nem parte do total. Mostre o próprio valor.',
            ),
          ]
        : [],
    ),
  ];
}

/** A running total follows the order of the rows, and a crossed figure has one value for each column. */
function orderProblems(query: DeclarativeQuery, entities: MapEntities): FileProblem[] {
  const { ordem = [], colunas, cruza, conjunto } = query;
  return ordem.flatMap(({ coluna }, index) => {
    const column = colunas.find(({ como }) => como === coluna);
    const at = `/consulta/ordem/${index}/coluna`;
    if (column?.mostra === 'ACUMULADO')
      return [problem(at, 'O acumulado segue a ordem das linhas. Ordene por outra coluna.')];
    return cruza !== undefined && column && isCalculated(column) && !mayBeSummed(column, conjunto, entities)
      ? [
          problem(
            at,
            'Não há total deste cálculo por linha. Ordene por uma coluna que agrupa, ou por uma soma.',
          ),
        ]
      : [];
  });
}

/**
 * Totals of what has no sum. Asked when a report is written, not when it runs, as the sums of its query are: what was published
 * keeps its totals.
 */
export function totalProblems(
  { consulta, colunas }: Pick<ReportDefinition, 'consulta' | 'colunas'>,
  entities: MapEntities,
): FileProblem[] {
  if (consulta.tipo === 'SQL') return [];
  return colunas.flatMap(({ campo, total }, index) => {
    const column = consulta.colunas.find(({ como }) => como === campo);
    const message = column && total === 'SOMA' ? noTotal(consulta, column, entities) : null;
    return message ? [problem(`/colunas/${index}/total`, message)] : [];
  });
}

/**
 * Why the figures of a column have no sum; `null` if they have. What is counted without repetition may have one: its author knows
 * whether anything can be in two of the groups.
 */
function noTotal(query: DeclarativeQuery, column: Column, entities: MapEntities): string | null {
  if (column.agregacao === 'CONTAGEM_DISTINTA' && column.mostra !== 'VARIACAO') return null;
  if (column.expr && !isCalculated(column)) return calculatedTotal(column.expr, query, entities);
  if (isCalculated(column))
    return mayBeSummed(column, query.conjunto, entities)
      ? null
      : 'Este cálculo não se soma: a soma das linhas não diria nada. Retire o total.';
  const path = pathOf(query, entities, column.campo);
  return path ? sumSentence(path, 'SOMA', entities[query.conjunto]) : null;
}
