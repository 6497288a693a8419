import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { byDay, byMonth } from '#contract/listSums.ts';
import { recordText } from '#contract/records/fields/normalizeRecord.ts';
import { nameKind, personalKind } from '#contract/records/fields/personalFields.ts';
import type { RecordField } from '#contract/records/fields/recordField.ts';
import { groupKindOf, sumFormatOf } from '#contract/rules/fields/summedFields.ts';
import { formatCalendarDate, monthText } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Context, User } from '../../context.ts';
import { records } from '../../db/tables/index.ts';
import {
  byDateColumn,
  byExpression,
  byInstantColumn,
  byReference,
  byText,
  type Grouping,
  groupCondition,
  inWords,
  namedIn,
  shortText,
} from '../../paging/groupings.ts';
import type { SummedColumn } from '../../paging/listSums.ts';
import { seesPersonal } from '../../session/personalData.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { fieldText } from '../custom/derived.ts';
import { limitedTargets } from '../hiddenReferences.ts';
import { columnOf, isStored, type MappedType, type ReferenceTarget } from '../mapping.ts';
import { targetIn } from '../registry.ts';

/** Numbers that name a record or its place: their sum says nothing. */
const NAMES: ReadonlySet<string> = new Set(['numero', 'ordem', 'serie']);

/** The columns of the list that the person sees: what they read masked is neither summed nor grouped. */
const seenColumns = ({ type }: MappedType, user: User): [key: string, field: RecordField][] =>
  type.lista.colunas.flatMap((key) => {
    const field = type.campos[key];
    return field && (seesPersonal(user) || !isPersonal(field)) ? [[key, field]] : [];
  });

/** A reference shows the name of its record beside the code. */
const isPersonal = (field: RecordField): boolean => personalKind(field) !== null || nameKind(field) !== null;

/** What a type's list sums for this person. */
export const recordSums = (mapped: MappedType, user: User): SummedColumn[] =>
  seenColumns(mapped, user).flatMap(([id, field]) => {
    const format = sumFormatOf(field.tipo);
    if (!format || NAMES.has(id) || mapped.type.codigo.includes(id)) return [];
    const value = mapped.mapping.storage ? sql`public.extra_number${fieldText(id)}` : plainColumn(mapped, id);
    return value ? [{ id, format, value }] : [];
  });

/** The field's own column, if it holds the field as it is. */
function plainColumn({ mapping }: MappedType, key: string): AnyPgColumn | null {
  const column = mapping.columns[key];
  return column && !isStored(column) ? columnOf(column) : null;
}

/** How a type's list may be grouped by this person; the name and the code are no groups, as every record has its own. */
export function recordGroupings(mapped: MappedType, user: User, zone: TimeZone): Grouping[] {
  const { nome, codigo } = mapped.type;
  return seenColumns(mapped, user).flatMap(([id, field]) => {
    const kind = groupKindOf(field.tipo);
    if (!kind || id === nome || (codigo.length === 1 && codigo[0] === id)) return [];
    if (mapped.mapping.storage) return documentGroupings(mapped, user, id, field);
    return kind === 'DATA' ? dateGroupings(mapped, id, field, zone) : valueGroupings(mapped, id, field);
  });
}

const textsOf = (field: RecordField): Grouping['names'] =>
  inWords((value) => recordText(field, value) || value);

function dateGroupings({ mapping }: MappedType, id: string, { tipo }: RecordField, zone: TimeZone) {
  const column = columnOf(mapping.columns[id]);
  if (!column) return [];
  return tipo === 'DATE' ? byDateColumn(id, column) : byInstantColumn(id, column, zone);
}

function valueGroupings(mapped: MappedType, id: string, field: RecordField): Grouping[] {
  const { mapping, targets } = mapped;
  const stored = mapping.columns[id];
  const column = columnOf(stored);
  if (!stored || !column) return [];
  if (field.tipo === 'REFERENCIA') {
    const target = targetIn(targets, field.referencia);
    return target && !isStored(stored) ? [byReference(id, column, namesIn(target))] : [];
  }
  const values = isStored(stored) ? choicesOf(field) : [];
  if (isStored(stored) && values.length === 0) return [];
  if (isStored(stored)) {
    const cases = values.map((value) => sql`when ${column} = ${stored.write(value)} then ${String(value)}`);
    return [byExpression(id, sql`(case ${sql.join(cases, sql` `)} end)`, textsOf(field))];
  }
  if (field.tipo === 'CHECKBOX') return [byExpression(id, sql`${column}::text`, textsOf(field))];
  return [byText(id, column, textsOf(field))];
}

/** The values of a field that has few; those of a column that stores them in another form. */
const choicesOf = ({ tipo, opcoes = [] }: RecordField): (string | boolean)[] =>
  tipo === 'CHECKBOX' ? [true, false] : opcoes.map(({ valor }) => valor);

const namesIn = ({ table, id, name }: ReferenceTarget): Grouping['names'] =>
  namedIn(table, id as AnyPgColumn, sql`${name}`);

/** Of a type whose fields are in one document. */
function documentGroupings(mapped: MappedType, user: User, id: string, field: RecordField): Grouping[] {
  const text = fieldText(id);
  if (groupKindOf(field.tipo) === 'DATA')
    return [
      { ...byExpression(byDay(id), sql`left(${text}, 10)`, inWords(formatCalendarDate)), newestFirst: true },
      { ...byExpression(byMonth(id), sql`left(${text}, 7)`, inWords(monthText)), newestFirst: true },
    ];
  if (field.tipo === 'CHECKBOX') return [byExpression(id, sql`coalesce(${text}, 'false')`, textsOf(field))];
  if (field.tipo !== 'REFERENCIA')
    return [byExpression(id, shortText(sql`nullif(${text}, '')`), textsOf(field))];
  const target = targetIn(mapped.targets, field.referencia);
  if (!target) return [];
  const shown = seenReference(mapped, user, field, { id, target });
  return shown ? [byExpression(id, shown, namesIn(target))] : [];
}

/**
 * The id that a document refers to, as far as the person may see whose it is: the rest counts as without one. `null` if that cannot
 * be asked, because the records referred to are in the same table.
 */
function seenReference(
  mapped: MappedType,
  user: User,
  { referencia = '' }: RecordField,
  { id, target }: { id: string; target: ReferenceTarget },
): SQL | null {
  // Named with its table, for the condition stands among the columns of another one.
  const own = sql`(${records}.data ->> ${sql.raw(`'${id}'`)})`;
  if (!limitedTargets(user, mapped).has(referencia)) return own;
  if (target.table === records) return null;
  return sql`(select ${target.id}::text from ${target.table}
    where ${target.id} = ${own}::int and ${target.scope?.(user) ?? sql`true`})`;
}

/** Which columns of the list this person may sum and group by. */
export function recordColumnsIn(mapped: MappedType, user: User) {
  const ids = recordGroupings(mapped, user, DEFAULT_TIME_ZONE).map(({ id }) => id);
  const isDate = (key: string) => ids.includes(byDay(key));
  return {
    somas: recordSums(mapped, user).map(({ id }) => id),
    grupos: mapped.type.lista.colunas.filter((key) => ids.includes(key)),
    datas: mapped.type.lista.colunas.filter(isDate),
  };
}

/** The filter of a list by groups; undefined if there is none. */
export async function recordGroupCondition(
  { db, user }: Pick<Context, 'db' | 'user'>,
  mapped: MappedType,
  wanted: readonly string[] = [],
): Promise<SQL | undefined> {
  if (wanted.length === 0) return undefined;
  return groupCondition(recordGroupings(mapped, user, await zoneOf(db, user)), wanted);
}
