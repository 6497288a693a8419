import type { MapBounds } from '../../map/entity.ts';
import { ENTITIES } from '../../map/index.ts';
import { stepsFrom } from '../../map/paths.ts';
import { pathsOfQuery } from './queryPaths.ts';
import type { DeclarativeQuery, ReportDefinition } from './report.ts';
import { partBounds, partsOfWhere } from './where.ts';

type Filter = NonNullable<DeclarativeQuery['filtros']>[number];

/**
 * Tickets and what hangs on them grow for ever, so a query over them says how much of them it reads: a period, what is open, or the
 * rows of one key. Nothing is assumed in its place, since a figure of thirty days that looks like one of all times is wrong.
 */
export const NEEDS_BOUND =
  'Sem um limite, esta consulta leria tudo o que já houve. Filtre por um período, como os últimos 30 dias, só pelo que está em aberto, ou por ticket, pedido, nota, cliente ou produto.';

/** Whether a query reads growing data without any filter that could bound it, whatever its parameters hold. */
export const isUnbounded = (query: DeclarativeQuery): boolean => unboundedReadings(query).length > 0;

/** What would bound each reading of growing data that has no such filter: the period that is usually meant, and what is open. */
export const unboundedReadings = (query: DeclarativeQuery): { periodo: string; aberto?: string }[] =>
  growingReadings(query).flatMap(({ prefix, entity, bounds: { periodo, aberto }, filters, held }) => {
    if (held || filters.length > 0) return [];
    const usual = ENTITIES[entity]?.periodo ?? periodo[0];
    const [open] = aberto;
    return [{ periodo: `${prefix}${usual}`, ...(open !== undefined && { aberto: `${prefix}${open}` }) }];
  });

/**
 * The parameters of which one has to be filled in so that the query is bounded; `null` if it is bounded anyway, or has no filter
 * that could bound it.
 */
export function parametersLackingBound(
  query: DeclarativeQuery,
  values: Readonly<Record<string, unknown>>,
): string[] | null {
  const lacking = growingReadings(query)
    .filter(({ held }) => !held)
    .map(({ filters }) => filters)
    .filter(
      (filters) =>
        filters.length > 0 &&
        !filters.some(({ parametro }) => parametro === undefined || isFilled(values[parametro])),
    );
  return lacking.length === 0 ? null : lacking.flat().flatMap(({ parametro }) => parametro ?? []);
}

/**
 * What is wrong with values that leave a declarative query without a bound, by parameter; empty if nothing is. What was published
 * before bounds were asked for keeps its rows. A customer panel shows one customer, which bounds what is read: its run is not asked.
 */
export function missingBound(
  { consulta }: ReportDefinition,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const lacking = consulta.tipo === 'DECLARATIVA' ? parametersLackingBound(consulta, values) : null;
  return Object.fromEntries((lacking ?? []).map((name) => [name, NEEDS_BOUND]));
}

interface Reading {
  /** Of the paths that lead there. */
  prefix: string;
  entity: string;
  bounds: MapBounds;
  filters: Filter[];
  /** Whether the condition of the query bounds it, whatever the parameters hold. */
  held: boolean;
}

/**
 * For each reading of growing data, the filters that bound it: of the query itself, and of each path to many, whose rows are all read
 * before they are joined.
 */
function growingReadings(query: DeclarativeQuery): Reading[] {
  const { conjunto, filtros = [], onde } = query;
  const read = pathsOfQuery(query);
  const parts = onde ? partsOfWhere(onde) : [];
  const steps = stepsFrom(ENTITIES, conjunto).filter(
    ({ chave, tipo }) => tipo === 'MUITOS' && read.some((path) => path.startsWith(`${chave}.`)),
  );
  const readings = [
    { prefix: '', entity: conjunto },
    ...steps.map(({ chave, alvo }) => ({ prefix: `${chave}.`, entity: alvo })),
  ];
  return readings.flatMap(({ prefix, entity }) => {
    const bounds = Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity]?.limites : undefined;
    if (!bounds) return [];
    const filters = filtros.filter(
      (filter) =>
        filter.campo.startsWith(prefix) && mayBound(filter, filter.campo.slice(prefix.length), bounds),
    );
    const isBound = parts.some(({ node }) => partBounds(node, prefix, bounds));
    return [{ prefix, entity, bounds, filters, held: isBound }];
  });
}

function mayBound({ operador, valor, parametro }: Filter, campo: string, bounds: MapBounds): boolean {
  if (bounds.periodo.includes(campo)) return ['ENTRE', 'IGUAL', 'MAIOR', 'MAIOR_IGUAL'].includes(operador);
  // A box that can be unticked bounds nothing, and one that has to be ticked is no parameter.
  if (bounds.aberto.includes(campo))
    return operador === 'IGUAL' && parametro === undefined && String(valor) === 'true';
  return bounds.chaves.includes(campo) && (operador === 'IGUAL' || operador === 'EM');
}

/** A period counts from its first day: one without would read all that was before. */
function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return isFilled((value as { inicio?: unknown }).inicio);
  return value !== undefined && value !== null && value !== '';
}
