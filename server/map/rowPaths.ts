import type { MapEntities } from '#contract/map/entity.ts';
import { resolvePath } from '#contract/map/paths.ts';
import type { SourcedEntities } from './sourcedEntity.ts';

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
    return steps.reduceRight((sql, { alvo, por }, at) => {
      // What the last one reads is an expression on `r`.
      const row = at === steps.length - 1 ? 'r' : `r${at + 1}`;
      const same = por.map(([here, there]) => `${row}.${there} = r${at}.${here}`);
      return `(select ${sql} from relatorio.${alvo} as ${row} where ${same.join(' and ')})`;
    }, entities[entity]?.added?.[field] ?? `r.${field}`);
  };

/** Joined to a row `r`, it names the same row `r0`. */
export const ROW_TWICE = 'cross join lateral (select r.*) as r0';
