import { ENTITIES } from '#contract/map/index.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import type { Filter } from './conditions.ts';

/**
 * Tickets and what hangs on them grow for ever, so a query over them says how much of them it reads: a period, what is open, or the
 * rows of one key. Nothing is assumed in its place, since a figure of thirty days that looks like one of all times is wrong.
 */
export const NEEDS_BOUND =
  'Sem um limite, esta consulta leria tudo o que já houve. Filtre por um período, como os últimos 30 dias, só pelo que está em aberto, ou por ticket, pedido, nota, cliente ou produto.';

/** Whether a query on growing data has no filter that could bound it, whatever its parameters hold. */
export function isUnbounded(query: DeclarativeQuery): boolean {
  const filters = boundingFilters(query);
  return filters !== null && filters.length === 0;
}

/**
 * The parameters of which one has to be filled in so that the query is bounded; `null` if it is bounded anyway, or has no filter
 * that could bound it.
 */
export function parametersLackingBound(
  query: DeclarativeQuery,
  values: Readonly<Record<string, unknown>>,
): string[] | null {
  const filters = boundingFilters(query);
  if (!filters || filters.length === 0) return null;
  const names = filters.map(({ parametro }) => parametro);
  const bounded = names.some((name) => name === undefined || isFilled(values[name]));
  return bounded ? null : names.flatMap((name) => name ?? []);
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

/** `null` for a data set that needs none. */
function boundingFilters({ conjunto, filtros = [] }: DeclarativeQuery): Filter[] | null {
  const bounds = Object.hasOwn(ENTITIES, conjunto) ? ENTITIES[conjunto]?.limites : undefined;
  if (!bounds) return null;
  return filtros.filter((filter) => {
    const { campo, operador, valor, parametro } = filter;
    if (bounds.periodo.includes(campo)) return ['ENTRE', 'IGUAL', 'MAIOR', 'MAIOR_IGUAL'].includes(operador);
    // A box that can be unticked bounds nothing, and one that has to be ticked is no parameter.
    if (bounds.aberto.includes(campo))
      return operador === 'IGUAL' && parametro === undefined && String(valor) === 'true';
    return bounds.chaves.includes(campo) && (operador === 'IGUAL' || operador === 'EM');
  });
}

/** A period counts from its first day: one without would read all that was before. */
function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return isFilled((value as { inicio?: unknown }).inicio);
  return value !== undefined && value !== null && value !== '';
}
