import { sql } from 'drizzle-orm';
import { normalizeValue } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData, RecordFields } from '#contract/records/fields/recordField.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import { inSentence } from '#contract/records/recordType.ts';
import { customerWithout } from '#contract/rules/documents.ts';
import { isHiddenReference } from '#contract/rules/privacy/hiddenReference.ts';
import { foldedText, upperFirst } from '#contract/rules/text.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { leadsOf } from '../../db/leadingCustomer.ts';
import { externalCodes } from '../../db/tables/index.ts';
import { leadingId } from '../../sac/customers/queries.ts';
import { referenceMarker } from '../hiddenReferences.ts';
import {
  amongKeys,
  idOfNumberKey,
  type MappedType,
  numberKey,
  type ReferenceTarget,
  type WritingRecords,
} from '../mapping.ts';
import { targetIn } from '../registry.ts';
import type { PendingRow } from './pendingRow.ts';

/** A reference given as another system's code for the record. */
interface SourceCode {
  fonte: string;
  codigo: string;
}

/** A place in a row that references another record. */
interface ReferencePlace {
  row: PendingRow;
  path: string;
  /** Replaces an external code with the natural key. */
  put: (key: string) => void;
  value: unknown;
}

type Found = {
  id: number;
  key: string;
  /** Whether the person may see the record. */
  seen: boolean;
};

/**
 * Looks up what the rows reference, with one query per referenced type and one more where external codes are given. An
 * unknown reference is refused at its field and never created. One that the person cannot see is decided later, when the
 * stored record is known (`checkUnseenReferences`).
 */
export async function resolveReferences(
  db: Executor,
  user: User,
  { type, targets, mapping }: MappedType,
  rows: readonly PendingRow[],
  dryRun: boolean,
): Promise<void> {
  // No foreign key protects a document's references, so the records are locked to keep them from being deleted before this is
  // written.
  const hold = mapping.storage !== undefined && !dryRun;
  const byTarget = new Map<string, ReferencePlace[]>();
  for (const row of rows) collect(type.campos, row, row.given as Record<string, unknown>, '', byTarget);
  for (const [target, mentions] of byTarget) {
    for (const { row, path, value } of mentions)
      if (isHiddenReference(value)) row.hidden.set(path, { mark: value, target });
    const named = mentions.filter(({ value }) => !isHiddenReference(value));
    if (named.length > 0)
      await resolve(db, user, { key: target, target: targetIn(targets, target), hold }, named);
  }
}

function collect(
  fields: RecordFields,
  row: PendingRow,
  data: Record<string, unknown>,
  path: string,
  found: Map<string, ReferencePlace[]>,
) {
  for (const [key, field] of Object.entries(fields)) {
    const value = data[key];
    if (value === undefined || value === null) continue;
    if (field.tipo === 'REFERENCIA') {
      const target = field.referencia ?? '';
      const mention = {
        row,
        path: `${path}${key}`,
        value,
        put: (natural: string) => {
          data[key] = natural;
        },
      };
      const mentions = found.get(target);
      if (mentions) mentions.push(mention);
      else found.set(target, [mention]);
    } else if (field.tipo === 'LISTA' && Array.isArray(value)) {
      for (const [index, item] of value.entries())
        if (typeof item === 'object' && item !== null)
          collect(field.campos ?? {}, row, item, `${path}${key}/${index}/`, found);
    }
  }
}

interface Requested {
  key: string;
  target: ReferenceTarget | undefined;
  /** Locks the found records until the transaction ends. */
  hold: boolean;
}

async function resolve(
  db: Executor,
  user: User,
  { key: type, target, hold }: Requested,
  mentions: readonly ReferencePlace[],
) {
  if (!target) {
    for (const { row, path } of mentions) row.refuse(path, `O cadastro "${type}" não existe mais.`);
    return;
  }
  const written = mentions.map((mention) => ({
    ...mention,
    key: typeof mention.value === 'string' ? spelling(target.field, mention.value) : null,
  }));
  const leads = type === 'clientes' ? await leadingKeys(db, written) : new Map<string, string>();
  const spelled = written.map((each) => ({ ...each, key: leads.get(each.key ?? '') ?? each.key }));
  const byKey = await foundByKey(db, user, { target, hold }, [
    ...new Set(spelled.flatMap(({ key }) => (key === null ? [] : [key]))),
  ]);
  const unfound = spelled.flatMap(({ key, value }) =>
    typeof value === 'string' && !byKey.has(key ?? '') ? [value] : [],
  );
  const [byWord, byCode] = [
    await findByAlternative(db, user, { target, hold }, unfound),
    await foundByCode(
      db,
      user,
      { type, target, hold },
      mentions.flatMap(({ value }) => (isSourceCode(value) ? [value] : [])),
    ),
  ];
  const left = unfound.filter((text) => !byWord.has(text));
  const few = left.length > 0 ? await fewOf(db, user, { target, hold }, left) : null;
  for (const { row, path, put, value, key } of spelled) {
    const named = isSourceCode(value)
      ? byCode.get(codeText(value))
      : (byKey.get(key ?? '') ?? byWord.get(String(value)) ?? few?.byName.get(foldedText(String(value))));
    const { um, genero } = target.titulo;
    const said = isSourceCode(value) ? `${value.codigo} (${value.fonte})` : String(value);
    const by = isSourceCode(value) ? '' : ` por ${inSentence(target.field.titulo)}`;
    const sentence = `${upperFirst(um)} "${said}" não ${genero === 'f' ? 'encontrada' : 'encontrado'}${by}.${few?.existing ?? ''}`;
    if (named === 'SEVERAL') {
      row.refuse(path, `Há mais de um cadastro com "${said}". Use ${target.field.titulo}.`);
      continue;
    }
    const found = named;
    if (found) put(found.key);
    if (found?.seen) row.references.set(path, found.id);
    else if (found) row.unseen.set(path, { ...found, sentence });
    else if (key !== null || isSourceCode(value)) row.refuse(path, sentence);
  }
}

/**
 * Refuses references to records that the person cannot see, with the text for an unknown record. One already stored in the
 * same place may stay, since otherwise a record could not be sent back as it was read.
 */
export function checkUnseenReferences(row: PendingRow): void {
  for (const [path, { id, key, sentence }] of row.unseen)
    if (valuesAt(row.before, path.split('/')).includes(key)) row.references.set(path, id);
    else row.refuse(path, sentence);
}

const NOT_FROM_HERE = 'Este registro você não vê: deixe o campo como estava, ou escolha outro.';

/**
 * Puts the stored keys back where a row gives the marks under which they were shown. A mark is only accepted in the field of the
 * record that it was made for, as long as that refers to it.
 */
export async function restoreHidden(
  { tx, ctx: { user }, dryRun }: WritingRecords,
  mapped: MappedType,
  rows: readonly PendingRow[],
): Promise<void> {
  const marked = rows.filter(({ hidden }) => hidden.size > 0);
  if (marked.length === 0) return;
  const markOf = await referenceMarker(tx);
  const byTarget = new Map<string, { row: PendingRow; path: string; key: string }[]>();
  for (const row of marked)
    for (const [path, { mark, target }] of row.hidden) {
      const key = valuesAt(row.before, path.split('/')).find(
        (one) => typeof one === 'string' && markOf(mapped, row.id ?? 0, target, one) === mark,
      );
      if (typeof key === 'string')
        byTarget.set(target, [...(byTarget.get(target) ?? []), { row, path, key }]);
      else row.refuse(path, NOT_FROM_HERE);
    }
  for (const [type, places] of byTarget) {
    const target = targetIn(mapped.targets, type);
    const found = target
      ? await foundByKey(tx, user, { target, hold: !dryRun }, [...new Set(places.map(({ key }) => key))])
      : new Map<string, Found>();
    for (const { row, path, key } of places) {
      const id = found.get(key)?.id;
      if (id === undefined) row.refuse(path, NOT_FROM_HERE);
      else {
        putAt(row.given, path.split('/'), key);
        row.references.set(path, id);
      }
    }
  }
}

function putAt(data: unknown, path: readonly string[], value: string): void {
  const [last = '', ...above] = [...path].reverse();
  const holder = above.reduceRight<unknown>((at, part) => (at as RecordData)[part], data);
  (holder as Record<string, unknown>)[last] = value;
}

/** The stored values at a path; within a list, those of all its items, because their order does not matter. */
function valuesAt(data: unknown, [part, ...rest]: readonly string[]): unknown[] {
  if (part === undefined) return [data];
  if (Array.isArray(data)) return data.flatMap((item) => valuesAt(item, rest));
  return typeof data === 'object' && data !== null ? valuesAt((data as RecordData)[part], rest) : [];
}

/** A customer's number, and what stands for a document that is not known, lead to the one that the customer was merged into. */
async function leadingKeys(
  db: Executor,
  written: readonly { key: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = written.flatMap(({ key }) => {
    const id = key === null ? null : (idOfNumberKey(key) ?? customerWithout(key));
    return key === null || id === null ? [] : [{ key, id }];
  });
  const leads = await leadsOf(
    db,
    numbers.map(({ id }) => id),
  );
  return new Map(
    numbers.flatMap(({ key, id }) => {
      const lead = leads.get(id);
      return lead === undefined ? [] : [[key, numberKey(lead)] as const];
    }),
  );
}

const spelling = (field: Parameters<typeof normalizeValue>[0], value: string): string =>
  idOfNumberKey(value) === null ? String(normalizeValue(field, value) ?? '') : value;

async function foundByKey(
  db: Executor,
  user: User,
  { target, hold }: { target: ReferenceTarget; hold: boolean },
  keys: readonly string[],
): Promise<Map<string, Found>> {
  if (keys.length === 0) return new Map();
  const { id, key, table, scope, within } = target;
  const { rows } = await db.execute<Found>(sql`
    select ${id} as id, ${key} as key, coalesce(${scope?.(user) ?? sql`true`}, false) as seen from ${table}
    where ${amongKeys(target, keys)} and ${within ?? sql`true`}
    ${lockOf(table, hold)}`);
  const wanted = new Set(keys);
  return new Map(
    rows.flatMap((row) =>
      // A number does not tell whether a record exists that the person may not see.
      [row.key, ...(row.seen ? [numberKey(row.id)] : [])]
        .filter((one) => wanted.has(one))
        .map((one) => [one, row]),
    ),
  );
}

/** Looks up the alternative identifiers, one after the other; one that matches several records is reported, never guessed. */
async function findByAlternative(
  db: Executor,
  user: User,
  { target, hold }: { target: ReferenceTarget; hold: boolean },
  texts: readonly string[],
): Promise<Map<string, Found | 'SEVERAL'>> {
  const found = new Map<string, Found | 'SEVERAL'>();
  const { id, key, table, scope, within, inUse } = target;
  for (const { of, spelled } of target.alternatives ?? []) {
    const left = [...new Set(texts)].filter((text) => !found.has(text) && spelled(text) !== '');
    if (left.length === 0) break;
    const words = sql.param([...new Set(left.map(spelled))]);
    const { rows } = await db.execute<Found & { word: string }>(sql`
      select ${id} as id, ${key} as key, ${of} as word, coalesce(${scope?.(user) ?? sql`true`}, false) as seen
      from ${table} where ${of} = any(${words}::text[]) and ${within ?? sql`true`} and ${inUse ?? sql`true`}
      ${lockOf(table, hold)}`);
    for (const text of left) {
      const meant = rows.filter(({ word, seen }) => word === spelled(text) && seen);
      const [only] = meant;
      if (only) found.set(text, meant.length > 1 ? 'SEVERAL' : only);
    }
  }
  return found;
}

/** A list of more records than this is neither read by its names nor listed. */
const FEW = 1_000;
const LISTED = 10;

interface FewRecords {
  /** By folded name. */
  byName: ReadonlyMap<string, Found | 'SEVERAL'>;
  /** ' Existem: 1, 2, 7.' */
  existing: string;
}

/**
 * The records of a short list that the person may refer to, such as price tables or reasons, which sheets mention by their
 * names; `null` for a long one. Codes that are personal documents are not listed.
 */
async function fewOf(
  db: Executor,
  user: User,
  { target, hold }: { target: ReferenceTarget; hold: boolean },
  texts: readonly string[],
): Promise<FewRecords | null> {
  // Tickets have a search of their own: they are many, and their subjects are no names.
  if (target.search) return null;
  const { id, key, name, table, scope, within, inUse, field } = target;
  const { rows } = await db.execute<{ id: number; key: string; name: string }>(sql`
    select ${id} as id, ${key} as key, ${name} as name from ${table}
    where ${within ?? sql`true`} and ${inUse ?? sql`true`} and coalesce(${scope?.(user) ?? sql`true`}, false)
    order by 2 limit ${FEW + 1}`);
  if (rows.length > FEW) return null;
  const byName = new Map<string, Found | 'SEVERAL'>();
  for (const { id: own, key: code, name: text } of rows) {
    const folded = foldedText(String(text));
    byName.set(folded, byName.has(folded) ? 'SEVERAL' : { id: own, key: code, seen: true });
  }
  const meant = texts.flatMap((text) => {
    const found = byName.get(foldedText(text));
    return found && found !== 'SEVERAL' ? [found.key] : [];
  });
  if (hold) await foundByKey(db, user, { target, hold }, meant);
  const codes = rows.slice(0, LISTED).map((row) => row.key);
  const more = rows.length - codes.length;
  const existing =
    field.tipo !== 'TEXT' || field.pessoal || field.sigiloso || rows.length === 0
      ? ''
      : ` Existem: ${codes.join(', ')}${more > 0 ? ` e mais ${more}` : ''}.`;
  return { byName, existing };
}

async function foundByCode(
  db: Executor,
  user: User,
  { type, target, hold }: { type: string; target: ReferenceTarget; hold: boolean },
  codes: readonly SourceCode[],
): Promise<Map<string, Found>> {
  if (codes.length === 0) return new Map();
  const { table, id, key, scope } = target;
  const { rows } = await db.execute<Found & { source: string; code: string }>(sql`
    select ${id} as id, ${key} as key, coalesce(${scope?.(user) ?? sql`true`}, false) as seen, c.source, c.code
    from ${externalCodes} c join ${table} on ${id} = ${type === 'clientes' ? leadingId(sql`c.record_id`) : sql`c.record_id`}
    where c.type = ${type}
      and (c.source, c.code) in (select x.fonte, x.codigo
        from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as x(fonte text, codigo text))
    ${lockOf(table, hold)}`);
  return new Map(rows.map((row) => [codeText({ fonte: row.source, codigo: row.code }), row]));
}

const lockOf = (table: ReferenceTarget['table'], hold: boolean) =>
  hold ? sql`order by 1 for key share of ${table}` : sql``;

const codeText = ({ fonte, codigo }: SourceCode) => JSON.stringify([fonte, codigo]);

const isSourceCode = (value: unknown): value is SourceCode => {
  const { fonte, codigo } = (typeof value === 'object' && value !== null ? value : {}) as Partial<SourceCode>;
  return typeof fonte === 'string' && typeof codigo === 'string';
};

/** The natural key of a row in the form that its columns store; `null` if a part is missing. */
export function naturalKey(
  type: AnyRecordType,
  row: PendingRow,
  data: RecordData = row.given,
): unknown[] | null {
  const parts = type.codigo.map((key) =>
    type.campos[key]?.tipo === 'REFERENCIA' ? row.referenceOf(key) : data[key],
  );
  return parts.every((part) => part !== undefined && part !== null && typeof part !== 'object')
    ? parts
    : null;
}
