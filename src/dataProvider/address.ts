import { type Area, inArea, paramNames, type Route } from '../../contract/route.ts';
import { currentBusiness } from './business.ts';

type Values = Record<string, unknown>;

/** Values that a path segment must not have: empty ones, and dot segments, which navigate upwards even when encoded. */
const NO_SEGMENT = new Set(['', '.', '..', 'null', 'undefined', 'NaN']);

/** The address of a call: encoded path parameters, and the query in bracket notation. Throws if a parameter is empty. */
export function addressOf(route: Route, params: Values = {}, query: Values = {}, area: Area = 'sac'): string {
  const template = route.areas
    ? `/${route.areas.includes(area) ? area : route.areas[0]}${route.path}`
    : inArea(route.path, currentBusiness().AREA ?? 'sac');
  const path = paramNames(template).reduce((text, name) => {
    const value = String(params[name] ?? '');
    if (NO_SEGMENT.has(value)) throw new Error(`path parameter ${name} of ${template} cannot be "${value}"`);
    return text.replace(`{${name}}`, encodeURIComponent(value));
  }, template);
  const text = bracketQuery(query);
  return text ? `${path}?${text}` : path;
}

/** `{a: [1, 2], b: {c: 3}}` → `a[]=1&a[]=2&b[c]=3`; empty values are dropped. */
export function bracketQuery(query: Values): string {
  return Object.entries(query)
    .flatMap(([key, value]) => pairs(encodeURIComponent(key), value))
    .join('&');
}

function pairs(key: string, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item) => pairs(`${key}[]`, item));
  if (value instanceof Date) return pairs(key, value.toISOString());
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, item]) =>
      pairs(`${key}[${encodeURIComponent(name)}]`, item),
    );
  }
  return [`${key}=${encodeURIComponent(String(value))}`];
}
