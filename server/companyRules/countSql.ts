import type { RuleCount } from '#contract/rules/companyRules/ruleCounts.ts';
import { columnOf, rowsOf } from '../map/rowPaths.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';

interface Place {
  from: string;
  entities: SourcedEntities;
  zone: string;
}

/** How many records lead to a row `r0` of an entity, as one number. */
export function countSql(
  { steps, counted, key, periodo, dias }: RuleCount,
  { from, entities, zone }: Place,
): string {
  const last = steps.length;
  const since =
    counted.campos[periodo]?.tipo === 'DATA'
      ? `(v.agora at time zone ${zone})::date - ${dias}`
      : `v.agora - interval '${dias} days'`;
  const read = (at: number): string => {
    const step = steps[at - 1];
    if (!step) throw new Error('a count without steps');
    const { alvo, por, tipo } = step;
    const row = `k${at}`;
    const [before, prior] =
      at === 1 ? [entities[from], 'r0'] : [entities[steps[at - 2]?.alvo ?? ''], `k${at - 1}`];
    const { view, only } = rowsOf(alvo, entities[alvo], row);
    const column = (name: string) => columnOf(entities[alvo], name, row);
    const same = por.map(([here, there]) => `${column(there)} = ${columnOf(before, here, prior)}`);
    const where = [...only, ...same, ...(at === last ? [`${column(periodo)} > ${since}`] : [])].join(' and ');
    const inner = at === last ? `count(distinct ${column(key)})` : read(at + 1);
    const value = at < last && tipo === 'MUITOS' ? `coalesce(max(${inner}), 0)` : inner;
    return `(select ${value} from relatorio.${view} as ${row} where ${where})`;
  };
  return read(1);
}
