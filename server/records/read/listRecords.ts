import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { normalizeValue } from '#contract/records/fields/normalizeRecord.ts';
import { personalKind, personalSchema } from '#contract/records/fields/personalFields.ts';
import type { RecordField } from '#contract/records/fields/recordField.ts';
import type { recordRoutes, StoredRecord } from '#contract/records/routes/records.ts';
import type { Input, Output } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/conditions.ts';
import { invalid } from '../../errors.ts';
import { listQueryHash, neighbours, readPageCursor } from '../../paging/keyPage.ts';
import { COUNT_CAP, pageOf, paginatorOf } from '../../paging/paging.ts';
import { findableBy, isFindable, maskedBy, seesPersonal } from '../../session/personalData.ts';
import { plainTexts } from '../../text/plainText.ts';
import { areGathered, requireRecords, seenRecords } from '../access.ts';
import { mappedType } from '../custom/queries.ts';
import { hideReferences } from '../hiddenReferences.ts';
import {
  columnOf,
  findableAmong,
  idOfNumberKey,
  isStored,
  type MappedType,
  type ReferenceTarget,
} from '../mapping.ts';
import { targetIn, targetOf } from '../registry.ts';
import { isKeyOf, keyedPage, recordOrder, supportsCursor } from './keyedPages.ts';
import { readRecords } from './readRecords.ts';
import { recordGroupCondition } from './recordGroupings.ts';
import type { StoredRow } from './storedRow.ts';

type List = typeof recordRoutes.list;
type Query = Pick<
  Input<List>['query'],
  'q' | 'filtro' | 'idCli' | 'idTicket' | 'no_grupo' | 'orderBy' | 'direction'
>;

/**
 * A jump to a page number skips records one by one and checks the scope of each. So it is limited to the number of records
 * that are counted, which is also as far as page numbers are offered. Neighbouring pages by key reach the end.
 */
const MAX_PASSED = COUNT_CAP - 1;
const tooDeep = () =>
  invalid({
    page: `Pelo número da página se chega até onde se conta: ${formatCount(MAX_PASSED, 'registro', 'registros')}. Adiante, vá pelas páginas vizinhas, filtre ou mude a ordem.`,
  });

/** A page of a type's records: what the list shows of them, limited to what the person may see. */
export async function listRecords({ params, query }: Input<List>, ctx: Context): Promise<Output<List>> {
  const mapped = await mappedType(ctx.db, params.chave);
  requireRecords(ctx.user, mapped.type, 'ler');
  const filters = await filterCondition(ctx, mapped, query);
  const { take, page, offset } = pageOf(query);
  if (!query.cursor && offset > MAX_PASSED) throw tooDeep();
  const order = recordOrder(mapped, query, ctx.user);
  const hash = listQueryHash(ctx.user.id, { ...query, chave: params.chave, take });
  const cursor = query.cursor ? readPageCursor(query.cursor, isKeyOf(order), hash) : null;
  const seen = await seenRecords(ctx, mapped, filters, cursor);
  const { where, total: counted, more } = seen;
  const jumped = more && offset >= counted ? lastCounted(take, counted) : page;
  const gathered = await areGathered(ctx, mapped, seen, limitsOf(mapped, query));
  const found = await keyedPage(
    ctx.db,
    mapped,
    { where, order, gathered },
    cursor ?? pageOf({ page: jumped, take }),
    take,
  );
  const current = cursor?.page ?? jumped;
  const shown = (current - 1) * take + found.rows.length + (found.after ? 1 : 0);
  const total = more ? Math.max(counted, shown) : counted;
  const ids = found.rows.map(({ id }) => id);
  const rows = await recordsById(ctx.db, mapped, ids, { brief: true });
  return {
    itens: await shownRows(ctx, mapped, rows),
    paginator: {
      ...paginatorOf({ page: current, take }, total),
      ...(more && { mais: true }),
      ...(supportsCursor(order) && neighbours(found, { hash, page: current, total, ...(more && { more }) })),
    },
  };
}

/**
 * Two samples of the same list may contain different numbers of records that a person sees, so the last page that one count
 * offered may lie beyond the other. It answers the last page of the new count, under the number of that page.
 */
const lastCounted = (take: number, counted: number): number => paginatorOf({ take }, counted).last_page;

const limitsOf = ({ type }: MappedType, { q, filtro, idCli, idTicket, no_grupo = [], orderBy }: Query) => ({
  conditions:
    Object.keys(readFilter(filtro)).length +
    no_grupo.length +
    [q?.trim(), idCli, idTicket].filter((one) => one !== undefined && one !== '').length,
  inOwnOrder: !q?.trim() && (orderBy ?? type.lista.ordem) === type.lista.ordem,
});

/** Records by id, in the given order. */
export async function recordsById(
  db: Executor,
  mapped: MappedType,
  ids: readonly number[],
  wanted: { brief?: boolean } = {},
): Promise<StoredRow[]> {
  if (ids.length === 0) return [];
  const found = await readRecords(db, mapped, {
    where: inArray(mapped.mapping.table.id, [...ids]),
    ...wanted,
  });
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Records as the user may see them, for every call that answers or exports records: references to records outside the user's
 * scope are hidden, and fields that the type marks as personal are masked for users who may not see them. Reports read the
 * view relatorio.registros_proprios instead, which hides the same references.
 */
export async function shownRows(
  reader: Pick<Context, 'db' | 'user'>,
  mapped: MappedType,
  rows: readonly StoredRow[],
): Promise<StoredRecord[]> {
  const seen = await hideReferences(reader, mapped, rows);
  const shown = seen.map(({ id, version, data, labels }) => ({
    ...data,
    id,
    versao: version,
    rotulos: labels,
  }));
  if (seesPersonal(reader.user)) return shown;
  return shown.map((row) => maskedBy(personalSchema(mapped.type), row));
}

export async function shownRow(
  reader: Pick<Context, 'db' | 'user'>,
  mapped: MappedType,
  row: StoredRow,
): Promise<StoredRecord> {
  const [shown] = await shownRows(reader, mapped, [row]);
  if (!shown) throw new Error('no record for the row');
  return shown;
}

export async function listCondition(
  ctx: Pick<Context, 'db' | 'user'>,
  mapped: MappedType,
  query: Query,
): Promise<SQL | undefined> {
  return and(mapped.mapping.scope?.(ctx.user), await filterCondition(ctx, mapped, query));
}

/** What a list is asked for, without whose the records are. */
async function filterCondition(
  { db, user }: Pick<Context, 'db' | 'user'>,
  mapped: MappedType,
  { q, filtro, idCli, idTicket, no_grupo }: Query,
): Promise<SQL | undefined> {
  return and(
    idCli === undefined ? undefined : ofCustomer(mapped, idCli),
    idTicket === undefined ? undefined : ofTicket(mapped, idTicket),
    ...(await Promise.all([
      idCli === undefined ? undefined : isReferable({ db, user }, mapped, 'clientes', idCli),
      idTicket === undefined ? undefined : isReferable({ db, user }, mapped, 'tickets', idTicket),
    ])),
    q?.trim() ? await searched(db, mapped, q.trim(), user) : undefined,
    await recordGroupCondition({ db, user }, mapped, no_grupo),
    ...(await Promise.all(
      Object.entries(readFilter(filtro)).map(([key, value]) => condition({ db, user }, mapped, key, value)),
    )),
  );
}

function ofCustomer({ mapping }: MappedType, idCli: number): SQL {
  if (!mapping.ofCustomer) throw invalid({ idCli: 'Este cadastro não diz de que cliente é cada registro.' });
  return eq(mapping.ofCustomer, idCli);
}

function ofTicket({ mapping }: MappedType, idTicket: number): SQL {
  if (!mapping.ofTicket) throw invalid({ idTicket: 'Este cadastro não cita tickets.' });
  return mapping.ofTicket(idTicket);
}

/** Searches the fields that the type names; a document number is also found as it is when masked. */
async function searched(
  db: Executor,
  { type, mapping }: MappedType,
  text: string,
  user: Context['user'],
): Promise<SQL> {
  if (mapping.search) return mapping.search(text, db, user);
  const masked = !seesPersonal(user);
  const found = type.busca.flatMap((key) => {
    const [field, column] = [type.campos[key], columnOf(mapping.columns[key])];
    if (!field || !column) return [];
    const personal = masked && personalKind(field) !== null;
    if (field.tipo === 'REFERENCIA') return [sql`${column} in ${namedLike(field, text, personal)}`];
    const plain = MASKED.has(field.tipo) ? normalizeValue(field, text) : text;
    if (typeof plain !== 'string' || plain === '') return [];
    const found = sql`fold_text(${column}) like ${containing(plain)}`;
    return [and(found, findableBy(user, personalKind(field), column)) ?? found];
  });
  return or(...found) ?? sql`false`;
}

/** The records that a reference may point to, found by key or name, worded to match an index where there is one. */
function namedLike(field: RecordField, text: string, byName: boolean): SQL {
  const { table, id, key, name } = targetOf(field.referencia);
  const words = byName ? sql`${name}` : sql`${key} || ' ' || ${name}`;
  return sql`(select ${id} from ${table} where fold_text(${words}) like ${containing(text)})`;
}

const MASKED: ReadonlySet<string> = new Set(['CPF', 'CNPJ', 'DOCUMENTO', 'CEP', 'TELEFONE', 'CHAVE_NFE']);

function readFilter(text: string | undefined): Record<string, unknown> {
  if (!text) return {};
  const filter = plainTexts(parsed(text));
  if (isRecord(filter)) return { ...filter };
  throw invalid({ filtro: 'O filtro deve ser um objeto JSON.' });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const MAX_VALUES = 1_000;

/** A field equals one of the given values; for a reference, the value is the natural key of the referenced record. */
async function condition(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { type, mapping, targets }: MappedType,
  key: string,
  value: unknown,
): Promise<SQL> {
  const values = [value].flat().slice(0, MAX_VALUES);
  if (key === 'id' && values.every(isId)) return inArray(mapping.table.id, values.map(Number));
  const filters: readonly string[] = [...(type.lista.filtros ?? []), ...type.codigo];
  const stored = mapping.columns[key];
  const [field, column] = [type.campos[key], columnOf(stored)];
  const requested =
    field && filters.includes(key) ? values.map((one) => filterValue(field, one, targets)) : [];
  const given =
    stored && isStored(stored)
      ? requested.map((one) => (one === undefined ? one : stored.write(one)))
      : requested;
  const { storage } = mapping;
  if (!field || !(column || storage) || given.length === 0 || given.includes(undefined))
    throw invalid({ filtro: `O filtro "${key.slice(0, 40)}" não existe ou tem um valor inválido.` });
  const compared =
    field.tipo === 'REFERENCIA'
      ? await referredIds(
          { db, user },
          { target: targetIn(targets, field.referencia), isHiding: storage !== undefined },
          given.map(String),
        )
      : given.filter((one) => isFindable(user, personalKind(field), one));
  if (compared.length === 0) return sql`false`;
  return storage ? storage.equals(key, compared) : column ? inArray(column, compared) : sql`false`;
}

/**
 * Looked up before the list is read: only if the planner knows the ids does it know from its statistics how many records
 * refer to them, and whether to find these or to walk the order.
 */
async function referredIds(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { target, isHiding }: { target: ReferenceTarget | undefined; isHiding: boolean },
  keys: readonly string[],
): Promise<number[]> {
  if (!target) return [];
  // A hidden reference is not found by its key either, or the key could be guessed.
  const seen = isHiding ? target.scope?.(user) : undefined;
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${target.id} as id from ${target.table} where ${and(target.within, seen, findableAmong(user, target, keys))}`,
  );
  return rows.map(({ id }) => Number(id));
}

/** A condition that nothing meets if the list would tell which records refer to something that the person does not see. */
async function isReferable(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { mapping }: MappedType,
  type: 'clientes' | 'tickets',
  id: number,
): Promise<SQL | undefined> {
  const target = targetOf(type);
  const scope = mapping.storage ? target.scope?.(user) : undefined;
  if (!scope) return undefined;
  const { rows } = await db.execute(
    sql`select from ${target.table} where ${and(sql`${target.id} = ${id}`, scope)}`,
  );
  return rows.length > 0 ? undefined : sql`false`;
}

/** The value as its column stores it; `undefined` if no record can have it. */
function filterValue(field: RecordField, value: unknown, targets: MappedType['targets']): unknown {
  if (field.tipo === 'CHECKBOX')
    return value === true || value === 'true'
      ? true
      : value === false || value === 'false'
        ? false
        : undefined;
  if (field.tipo === 'MULTISELECT') return typeof value === 'string' ? value : undefined;
  if (typeof value === 'string' && field.tipo === 'REFERENCIA' && idOfNumberKey(value) !== null) return value;
  const spelled = normalizeValue(
    (field.tipo === 'REFERENCIA' && targetIn(targets, field.referencia)?.field) || field,
    value,
  );
  return typeof spelled === 'string' && spelled.length <= 200 ? spelled : undefined;
}

const isId = (value: unknown): boolean =>
  /^[1-9]\d{0,9}$/.test(String(value)) && Number(value) <= 2_147_483_647;
