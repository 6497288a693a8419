import { type PathStep, stepsFrom } from '#contract/map/paths.ts';
import type { Grain } from '#contract/rules/reports/figures.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';

const UNITS: Readonly<Record<Exclude<Grain, 'HORA' | 'DIA_SEMANA'>, string>> = {
  DIA: 'day',
  SEMANA: 'week',
  MES: 'month',
  TRIMESTRE: 'quarter',
  ANO: 'year',
};

/** The part of time that a day or a local moment belongs to: its first day, the hour, or the weekday from Monday as 1. */
export function grainSql(grain: Grain, local: string): string {
  if (grain === 'HORA') return `extract(hour from ${local})::bigint`;
  if (grain === 'DIA_SEMANA') return `extract(isodow from ${local})::bigint`;
  return `date_trunc('${UNITS[grain]}', ${local})::date`;
}

/** A moment as the clocks of a branch show it; those of records without a branch are the company's. */
export const localMoment = (column: string, zone: string | null): string =>
  `(${column} at time zone ${zone === null ? `'${DEFAULT_TIME_ZONE}'` : `coalesce(${zone}, '${DEFAULT_TIME_ZONE}')`})`;

export const ZONE = 'fuso';
const BRANCHES = 'filiais';

/** The way from a record to its branch: directly, or by what it belongs to; `null` if it has none. */
export function stepsToBranch(entities: SourcedEntities, entity: string): readonly PathStep[] | null {
  if (entity === BRANCHES) return [];
  const onward = (key: string) => stepsFrom(entities, key).filter(({ tipo }) => tipo === 'UM');
  const direct = (key: string) => onward(key).find(({ alvo }) => alvo === BRANCHES);
  const own = direct(entity);
  if (own) return [own];
  for (const step of onward(entity)) {
    const further = direct(step.alvo);
    if (further) return [step, further];
  }
  return null;
}
