import { and, getTableName, type SQL, sql } from 'drizzle-orm';
import { personalKind } from '#contract/records/fields/personalFields.ts';
import type { RecordField } from '#contract/records/fields/recordField.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { invalid } from '../../errors.ts';
import { type Found, type Place, pageFrom, type Slice, type Start } from '../../paging/keyPage.ts';
import { seesPersonal } from '../../session/personalData.ts';
import { columnOf, type MappedType } from '../mapping.ts';

interface RecordSort {
  orderBy?: string | undefined;
  direction?: 'ASC' | 'DESC' | undefined;
}

type KeyType = keyof typeof KEYS;

/** How a list is sorted, matching the expression of its index; ties are broken by id. */
interface RecordOrder {
  /** `null` sorts by id. */
  key: SQL | null;
  /** The type for converting a key from text; `null` for a kind that cursors do not support. */
  type: KeyType | null;
  /** Whether some records have no key: they come last, or first when the order is reversed. */
  nullable: boolean;
  direction: 'ASC' | 'DESC';
}

/** Checks a key in text form: what a damaged or forged cursor must not contain is refused before the query. */
const KEYS = {
  text: (text: string) => !text.includes('\0'),
  numeric: (text: string) => /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
  integer: (text: string) => /^-?\d{1,9}$/.test(text),
  date: isCalendarDate,
} as const;

const kindOf = (type: string): KeyType | null => {
  const plain = type.replace(/\(.*$/, '');
  return plain === 'serial' ? 'integer' : Object.hasOwn(KEYS, plain) ? (plain as KeyType) : null;
};

/** Text is sorted in Portuguese collation. Throws 422 for a field that the type cannot be sorted by. */
export function recordOrder(
  { type, mapping }: MappedType,
  { orderBy, direction = 'ASC' }: RecordSort,
  user: User,
): RecordOrder {
  const field = orderBy ?? type.lista.ordem;
  const byNumber: RecordOrder = { key: null, type: 'integer', nullable: false, direction };
  if (field === 'id') return byNumber;
  // An order would tell users who see only masked data between which values a hidden one lies. A list that is in such an order
  // by itself is in that of the numbers for them.
  const hidden = !seesPersonal(user) && isPersonal(type.campos[field]);
  if (hidden && type.campos[field]?.tipo !== 'REFERENCIA') {
    if (field === type.lista.ordem) return byNumber;
    throw invalid({ orderBy: 'Seu perfil não vê dados pessoais por inteiro: escolha outra ordem.' });
  }
  const custom = mapping.storage?.orderOf(field);
  if (custom) return { ...custom, ...(hidden && { type: null }), direction };
  const column = [...type.lista.ordenaveis, type.lista.ordem].includes(field)
    ? columnOf(mapping.columns[field])
    : null;
  if (!column)
    throw invalid({ orderBy: `A ordem deve ser uma destas: ${type.lista.ordenaveis.join(', ')}.` });
  const sqlType = column.getSQLType();
  const key = sqlType === 'text' ? sql`${column} collate pt_br` : sql`${column}`;
  return { key, type: hidden ? null : kindOf(sqlType), nullable: !column.notNull, direction };
}

const isPersonal = (field: RecordField | undefined): boolean => !!field && personalKind(field) !== null;

/** For a statement that reads the whole list. */
export function orderSql({ mapping }: MappedType, { key, direction }: RecordOrder): SQL {
  const way = sql.raw(direction);
  return key ? sql`${key} ${way}, ${mapping.table.id} ${way}` : sql`${mapping.table.id} ${way}`;
}

/** Distinguishes a missing key from an empty text, which is a key. */
const NO_KEY = '-';
const written = (key: unknown): string => (key === null ? NO_KEY : `=${key}`);
const readKey = (text: string): string | null => (text === NO_KEY ? null : text.slice(1));

/** Whether a text can be the key of a cursor for this order. */
export const isKeyOf =
  ({ key, type, nullable }: RecordOrder) =>
  (text: string): boolean => {
    if (text === NO_KEY) return nullable || key === null;
    return type !== null && key !== null && text.startsWith('=') && KEYS[type](text.slice(1));
  };

/** Whether neighbouring pages are reached by key; otherwise by offset. */
export const supportsCursor = ({ key, type }: RecordOrder): boolean => key === null || type !== null;

interface RecordList {
  where: SQL | undefined;
  order: RecordOrder;
  /** Whether the records are found first, through whatever index finds them, and then sorted. */
  gathered?: boolean;
}

/** The ids of one page, read from the sort's index alone, however deep the page is, unless they are gathered. */
export const keyedPage = (
  db: Executor,
  mapped: MappedType,
  list: RecordList,
  start: Start,
  take: number,
): Promise<Found> =>
  pageFrom(list.order.direction, start, take, (slice) => slicePlaces(db, mapped, list, slice));

/** If some records have no key, this reads two ranges of the index, one after the other. */
async function slicePlaces(
  db: Executor,
  mapped: MappedType,
  list: RecordList,
  slice: Slice,
): Promise<(Place & { place: number })[]> {
  const found: Place[] = [];
  for (const stretch of indexRanges(mapped, list.order, slice)) {
    const limit = slice.limit - found.length;
    if (limit > 0) found.push(...(await readPlaces(db, mapped, list, stretch, { ...slice, limit })));
  }
  return found.map((place, index) => ({ ...place, place: index }));
}

function indexRanges(
  { mapping }: MappedType,
  order: RecordOrder,
  { ascending, from }: Slice,
): (SQL | undefined)[] {
  if (!from) return [undefined];
  const { id } = mapping.table;
  const than = ascending ? sql`>` : sql`<`;
  const { key, type, nullable } = order;
  if (!key || !type) return [sql`${id} ${than} ${from.id}::int`];
  const edge = readKey(String(from.key));
  const isNone = sql`${key} is null`;
  const beyond =
    edge === null
      ? sql`${isNone} and ${id} ${than} ${from.id}::int`
      : sql`(${key}, ${id}) ${than} (${edge}::${sql.raw(type)}, ${from.id}::int)`;
  if (!nullable) return [beyond];
  if (ascending) return edge === null ? [beyond] : [beyond, isNone];
  return edge === null ? [beyond, sql`${key} is not null`] : [beyond];
}

async function readPlaces(
  db: Executor,
  { mapping: { table } }: MappedType,
  { where, order: { key }, gathered }: RecordList,
  stretch: SQL | undefined,
  { ascending, limit, offset }: Slice,
): Promise<Place[]> {
  // Without `offset 0`, the planner could walk an index in the order of the result instead.
  const source = gathered
    ? sql`(select * from ${table} where ${where ?? sql`true`} offset 0) as ${sql.identifier(getTableName(table))}`
    : sql`${table}`;
  const condition = gathered ? stretch : and(where, stretch);
  const way = sql.raw(ascending ? 'asc' : 'desc');
  const { rows } = await db.execute<{ id: number; key: string | null }>(sql`
    select page.id, page.key::text as key from (
      select ${table.id} as id, ${key ?? sql`null::text`} as key from ${source} where ${condition ?? sql`true`}
      order by ${key ? sql`${key} ${way},` : sql``} ${table.id} ${way}
      limit ${limit} offset ${offset}) page`);
  return rows.map((row) => ({ id: row.id, key: written(row.key) }));
}
