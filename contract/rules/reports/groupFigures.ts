import type { MapEntities } from '../../map/entity.ts';
import { resolvePath } from '../../map/paths.ts';
import type { DeclarativeQuery } from './report.ts';
import { sumSentence } from './sums.ts';

type QueryColumn = DeclarativeQuery['colunas'][number];

/**
 * Whether the figures of several groups may be added: counts, and sums of amounts. A mean, a maximum, a count without repetition
 * and a variation of several groups are no figure of them together.
 */
export function mayBeSummed(column: QueryColumn, conjunto: string, entities: MapEntities): boolean {
  const { mostra } = column;
  return mostra !== 'VARIACAO' && mostra !== 'ACUMULADO' && isAmount(column, conjunto, entities);
}

/** Whether the calculation itself may be added, whatever the column shows of it. */
export function isAmount(
  { campo, expr, agregacao }: QueryColumn,
  conjunto: string,
  entities: MapEntities,
): boolean {
  if (agregacao === 'CONTAGEM') return true;
  // The sum of a calculation is judged where it is made (calculated.ts).
  if (agregacao === 'SOMA' && expr) return true;
  if (agregacao !== 'SOMA' || campo === undefined) return false;
  const path = resolvePath(entities, conjunto, campo);
  return path !== undefined && sumSentence(path, 'SOMA', entities[conjunto]) === null;
}

/** The parameter that gives the period which is compared: that of the entity's usual period, or else the first. */
export function comparedParameter(
  { compara, conjunto, filtros = [] }: DeclarativeQuery,
  entities: MapEntities,
): string | undefined {
  if (!compara) return undefined;
  const periods = filtros.filter(
    ({ operador, parametro }) => operador === 'ENTRE' && parametro !== undefined,
  );
  const usual = entities[conjunto]?.periodo;
  return (periods.find(({ campo }) => campo === usual) ?? periods[0])?.parametro;
}

/** Whether anything is made of the groups of a query, or of their figures. */
export const hasFigures = ({ compara, primeiros, colunas }: DeclarativeQuery): boolean =>
  compara !== undefined || primeiros !== undefined || colunas.some(({ mostra }) => mostra !== undefined);
