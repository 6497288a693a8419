import type { MapEntity } from '../../map/entity.ts';
import { type ResolvedPath, resolvePath } from '../../map/paths.ts';
import { inSentence } from '../../records/recordType.ts';
import type { FileProblem } from '../problem.ts';
import { calculatedProblems } from './calculated.ts';
import {
  closedSentence,
  firstMany,
  type PersonalMap,
  pathProblems,
  unknownSentence,
} from './pathProblems.ts';
import type { DeclarativeQuery } from './report.ts';
import { whereProblems } from './where.ts';

type Column = DeclarativeQuery['colunas'][number];
type Filter = NonNullable<DeclarativeQuery['filtros']>[number];

const problem = (pointer: string, message: string): FileProblem => ({ pointer, message });

/** What a declarative query names that is not there, or that cannot be compiled; each problem at its control. */
export function queryProblems(query: DeclarativeQuery, entities: PersonalMap): FileProblem[] {
  const { conjunto, colunas, filtros = [] } = query;
  const entity = Object.hasOwn(entities, conjunto) ? entities[conjunto] : undefined;
  if (!entity || entity.fechada) {
    const open = Object.entries(entities).flatMap(([key, { fechada }]) => (fechada ? [] : [key]));
    return [
      problem(
        '/consulta/conjunto',
        entity?.fechada
          ? closedSentence(entity, entity.fechada)
          : `O conjunto de dados ${conjunto} não existe. Há ${open.join(', ')}.`,
      ),
    ];
  }
  const found = (campo: string) => resolvePath(entities, conjunto, campo);
  const gathered = new Set(colunas.flatMap(({ campo }) => firstMany(campo && found(campo))));
  return [
    ...colunas.flatMap((column, index) => {
      const at = `/consulta/colunas/${index}`;
      if (column.expr) return [];
      if (column.campo === undefined)
        return column.agregacao === 'CONTAGEM'
          ? []
          : [problem(at, 'Diga em "campo" de onde vem esta coluna. Só CONTAGEM vai sem campo.')];
      const path = found(column.campo);
      if (!path) return [problem(`${at}/campo`, unknownSentence(conjunto, column.campo))];
      return pathProblems(path, entities, `${at}/campo`) ?? columnProblems(path, column, entity, at);
    }),
    ...filtros.flatMap((filter, index) => {
      const at = `/consulta/filtros/${index}`;
      const path = found(filter.campo);
      if (!path) return [problem(`${at}/campo`, unknownSentence(conjunto, filter.campo))];
      const [many] = firstMany(path);
      if (many !== undefined && !gathered.has(many))
        return [
          problem(
            `${at}/campo`,
            `Esta condição escolhe quais ${inSentence(many)} entram nas contas, e nenhuma coluna as faz. Inclua uma coluna de ${inSentence(many)}, ou retire a condição.`,
          ),
        ];
      return pathProblems(path, entities, `${at}/campo`) ?? filterProblems(filter, at);
    }),
    ...calculatedProblems(query, entities),
    ...whereProblems(query, entities, gathered),
  ];
}

const NUMBERS: ReadonlySet<string> = new Set(['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);

function columnProblems(
  { many, campo, titulo, steps }: ResolvedPath,
  { campo: key, agregacao }: Column,
  entity: MapEntity,
  at: string,
): FileProblem[] {
  if ((agregacao === 'SOMA' || agregacao === 'MEDIA') && !NUMBERS.has(campo.tipo))
    return [problem(`${at}/agregacao`, `${key} não é número: não se soma nem tem média.`)];
  if (!many) return [];
  const several = inSentence(steps[0]?.titulo ?? '');
  if (agregacao === undefined)
    return [
      problem(
        `${at}/agregacao`,
        `Há vários valores de ${titulo} para cada ${entity.titulo.um}. Escolha um cálculo: soma, contagem, média, menor ou maior.`,
      ),
    ];
  return agregacao === 'CONTAGEM_DISTINTA'
    ? [
        problem(
          `${at}/agregacao`,
          `Contar ${several} sem repetir só se faz a partir deles. Escolha outro cálculo, ou faça o relatório a partir de ${several}.`,
        ),
      ]
    : [];
}

function filterProblems(filter: Filter, at: string): FileProblem[] {
  const needs = !['VAZIO', 'PREENCHIDO'].includes(filter.operador);
  if (needs && (filter.parametro === undefined) === (filter.valor === undefined))
    return [problem(at, 'Diga o valor por "parametro" ou por "valor", um dos dois.')];
  if (filter.operador === 'ENTRE' && filter.parametro === undefined)
    return [problem(at, 'ENTRE compara com um período: diga o filtro em "parametro".')];
  return [];
}
