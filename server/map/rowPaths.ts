import type { MapEntities } from '#contract/map/entity.ts';
import { resolvePath } from '#contract/map/paths.ts';
import { quoted } from '../expression/quoted.ts';
import type { SourcedEntities, SourcedEntity } from './sourcedEntity.ts';

/**
 * The columns of paths from one row, which stands in the query as `r` and as `r0` (`ROW_TWICE`). What it refers to is read by its
 * key: one row is asked for, and a join would be planned for many.
 */
export const sqlOfPaths =
  (entities: MapEntities & SourcedEntities, from: string) =>
  (path: string): string => {
    const found = resolvePath(entities, from, path);
    if (!found || found.many) throw new Error(`no path to one row: ${path}`);
    const { steps, entity, field } = found;
    return steps.reduceRight(
      (sql, { alvo, por }, at) => {
        // What the last one reads is an expression on `r`.
        const row = at === steps.length - 1 ? 'r' : `r${at + 1}`;
        const before = entities[at === 0 ? from : (steps[at - 1]?.alvo ?? '')];
        const same = por.map(
          ([here, there]) => `${columnOf(entities[alvo], there, row)} = ${columnOf(before, here, `r${at}`)}`,
        );
        const { view, only } = rowsOf(alvo, entities[alvo], row);
        return `(select ${sql} from relatorio.${view} as ${row} where ${[...only, ...same].join(' and ')})`;
      },
      columnOf(entities[entity], field, 'r'),
    );
  };

/** What reads a column of an entity from a row of this name. */
export function columnOf(entity: SourcedEntity | undefined, column: string, row: string): string {
  const sqlText = entity?.own?.sql[column] ?? entity?.added?.[column];
  return sqlText ? sqlText.replaceAll(/\br\./g, `${row}.`) : `${row}.${column}`;
}

/** The view with the rows of an entity, and what else is true of them. */
export const rowsOf = (
  key: string,
  entity: SourcedEntity | undefined,
  row: string,
): { view: string; only: string[] } =>
  entity?.own
    ? { view: 'registros_proprios', only: [`${row}.cadastro = ${quoted(entity.own.type)}`] }
    : { view: key, only: [] };

/** Joined to a row `r`, it names the same row `r0`. */
export const ROW_TWICE = 'cross join lateral (select r.*) as r0';
