import type { TObject, TSchema } from '@sinclair/typebox';
import { and, asc, desc, inArray, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { plainTexts } from '../text/plainText.ts';

/** The query of a simple-REST list as it arrives: three JSON texts. */
interface ListTexts {
  filter?: string;
  range?: string;
  sort?: string;
}

interface Range {
  first: number;
  size: number;
}

interface Sort {
  field: string;
  order: 'ASC' | 'DESC';
}

/** The description of one simple-REST list; sorting and filtering by `id` always works. */
interface SimpleResource<Row> {
  /** Its path below /config, as used in Content-Range. */
  name: string;
  id: AnyPgColumn;
  /** In addition to `id`. */
  sorts: Readonly<Record<string, SQL | AnyPgColumn>>;
  /** In addition to `id`: the condition for a value, undefined for an invalid one. */
  filters: Readonly<Record<string, (value: unknown, ctx: Context) => SQL | undefined>>;
  scope?: SQL | undefined;
  /** Default sort order; newest first if absent. */
  usual?: Sort;
  rows: (where: SQL | undefined, order: SQL[], range: Range) => PromiseLike<Row[]>;
  count: (where: SQL | undefined) => PromiseLike<number>;
}

/** The rows of the requested page; sets the header from which ra-data-simple-rest reads the count. */
export async function simpleList<Row>(
  ctx: Context,
  texts: ListTexts,
  {
    name,
    id,
    sorts,
    filters,
    scope,
    usual = { field: 'id', order: 'DESC' },
    rows,
    count,
  }: SimpleResource<Row>,
): Promise<Row[]> {
  const range = readRange(texts.range) ?? { first: 0, size: MAX_PAGE_SIZE };
  const sort = readSort(texts.sort, ['id', ...Object.keys(sorts)]) ?? usual;
  const requested = Object.entries(readFilter(texts.filter)).map(([key, value]) => {
    if (key === 'id') return inArray(id, readIds(value));
    const condition = Object.hasOwn(filters, key) ? filters[key]?.(value, ctx) : undefined;
    if (!condition) throw unknownFilter(key);
    return condition;
  });
  const where = and(scope, ...requested);
  const direction = sort.order === 'ASC' ? asc : desc;
  const column = sort.field === 'id' ? undefined : sorts[sort.field];
  const order = column ? [direction(column), direction(id)] : [direction(id)];
  const [found, total] = await Promise.all([rows(where, order, range), count(where)]);
  setRange(ctx, name, range.first, found.length, total);
  return found;
}

/**
 * The same for a small set of rows that are all read: any plain field can be sorted and filtered by. Without a range it
 * returns all rows, without a sort in their own order.
 */
export function simpleListOf<Row extends { id: number }>(
  ctx: Pick<Context, 'setHeader'>,
  texts: ListTexts,
  { name, record }: { name: string; record: TObject },
  all: readonly Row[],
): Row[] {
  const filter = readFilter(texts.filter);
  const fields = Object.entries(record.properties).flatMap(([key, field]) => (isPlain(field) ? [key] : []));
  const matched = Object.entries(filter).reduce((rows, [key, value]) => {
    if (key === 'id') return rows.filter(({ id }) => readIds(value).includes(id));
    if (!fields.includes(key)) throw unknownFilter(key);
    return rows.filter((row) => fieldOf(row, key) === value);
  }, all);
  const sort = readSort(texts.sort, fields);
  const sorted = sort ? [...matched].sort(comparing<Row>(sort)) : matched;
  const range = readRange(texts.range);
  const page = range ? sorted.slice(range.first, range.first + range.size) : [...sorted];
  setRange(ctx, name, range?.first ?? 0, page.length, matched.length);
  return page;
}

/** The response to a write: react-admin reads `id`, users the message. */
export const wrote = (id: number, message: string) => ({ id, data: { id, message } });

/** A search text typed by a user. */
export const isSearch = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;

/** Addresses contain texts, but a program may send numbers. */
export const isId = (value: unknown): boolean => {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 31;
};

const MAX_PAGE_SIZE = 100;
const LAST_ROW = 100_000;

const setRange = (
  { setHeader }: Pick<Context, 'setHeader'>,
  name: string,
  first: number,
  rows: number,
  total: number,
) => setHeader('Content-Range', `${name} ${first}-${first + Math.max(0, rows - 1)}/${total}`);

const fieldOf = (row: object, key: string): unknown => (row as Record<string, unknown>)[key];
/** Whether a schema allows only plain values: no object or list in any of its alternatives. */
const isPlain = ({ type, anyOf }: TSchema): boolean =>
  anyOf ? (anyOf as TSchema[]).every(isPlain) : type !== 'object' && type !== 'array';

const comparing =
  <Row extends { id: number }>({ field, order }: Sort) =>
  (a: Row, b: Row): number => {
    const way = order === 'ASC' ? 1 : -1;
    const [x, y] = [fieldOf(a, field), fieldOf(b, field)];
    const apart =
      typeof x === 'number' && typeof y === 'number'
        ? x - y
        : String(x ?? '').localeCompare(String(y ?? ''), 'pt-BR', { numeric: true });
    return way * (apart || a.id - b.id);
  };

const unknownFilter = (key: string) =>
  invalid({ filter: `O filtro "${key.slice(0, 40)}" não existe ou tem um valor inválido.` });

function readFilter(text: string | undefined): Record<string, unknown> {
  const filter = plainTexts(parsed(text ?? '{}'));
  if (isRecord(filter)) return { ...filter };
  throw invalid({ filter: 'O filtro deve ser um objeto JSON.' });
}

/** One id or a list of ids, as numbers or as texts from an address. */
function readIds(value: unknown): number[] {
  const ids = [value].flat();
  if (!ids.every(isId) || ids.length > MAX_PAGE_SIZE) throw unknownFilter('id');
  return ids.map(Number);
}

function readRange(text: string | undefined): Range | undefined {
  if (text === undefined) return undefined;
  const [first, last] = pairOf(parsed(text));
  const isRange = Number.isInteger(first) && Number.isInteger(last);
  if (isRange && Number(first) >= 0 && Number(last) >= Number(first) && Number(last) <= LAST_ROW) {
    return { first: Number(first), size: Math.min(MAX_PAGE_SIZE, Number(last) - Number(first) + 1) };
  }
  throw invalid({ range: 'O intervalo deve ser [primeiro, último], a partir de 0.' });
}

function readSort(text: string | undefined, sortable: readonly string[]): Sort | undefined {
  if (text === undefined) return undefined;
  const [field, order] = pairOf(parsed(text));
  const isSortable = typeof field === 'string' && sortable.includes(field);
  if (isSortable && (order === 'ASC' || order === 'DESC')) return { field, order };
  throw invalid({ sort: `A ordem deve ser uma destas: ${sortable.join(', ')}.` });
}

const pairOf = (value: unknown): unknown[] => (Array.isArray(value) && value.length === 2 ? value : []);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
