import { changedFields, mergedRecord, normalizeFields } from '#contract/records/fields/normalizeRecord.ts';
import { personalKeys } from '#contract/records/fields/personalFields.ts';
import { type AnyRecordType, EXTERNAL_CODES, type RecordPermissions } from '#contract/records/recordType.ts';
import { maskPaths } from '#contract/rules/privacy/masks.ts';
import type { Tx } from '../../db/client.ts';
import { forbidden } from '../../errors.ts';
import { auditMany } from '../../writing/audit.ts';
import { mayRecords, visibleIds } from '../access.ts';
import { keyText } from '../columns.ts';
import {
  type FieldOwners,
  fieldOwners,
  fieldOwnersOf,
  keepOwnFields,
  refuseOwned,
  type Writer,
} from '../fieldOwners.ts';
import type { MappedType, RecordContext, WritingRecords } from '../mapping.ts';
import { auditEntry } from './auditedRecord.ts';
import { codeKey, type ExistingRecords, findExisting, givenCodes, readWhole } from './identify.ts';
import {
  type GivenRow,
  normalizeParts,
  PendingRow,
  type RowResult,
  withCodes,
  withGroups,
} from './pendingRow.ts';
import { mergePlacedItems } from './placedItems.ts';
import { checkUnseenReferences, naturalKey, resolveReferences, restoreHidden } from './references.ts';
import { storeInstants } from './storedInstants.ts';
import { refuseMalformed, validateRow } from './validate.ts';
import { refuseItemsInUse, writeItems } from './writeItems.ts';
import { insertRows, updateRows, writeCodes } from './writeRecords.ts';

/** Maximum number of rows per call, which limits how long a transaction holds its locks. */
const MAX_ROWS = 1_000;

export interface SaveOptions {
  /** `criar` refuses existing records, `alterar` refuses new ones, `gravar` accepts both. */
  mode?: 'criar' | 'alterar' | 'gravar';
  /** Reports what would happen without writing anything. */
  dryRun?: boolean;
  /**
   * Keeps the group fields that a row does not contain, since sheets have columns for only some of them; otherwise the group
   * is replaced.
   */
  mergeGroups?: boolean;
  /** The permission to require, if not `criar` for new rows and `alterar` for others. */
  verb?: keyof RecordPermissions;
  /** Which side is writing: fields owned by the other side are kept. Defaults to people in the console. */
  from?: Writer;
}

type Saving = SaveOptions & { owners: FieldOwners };

/**
 * The only way to write records, whether from a form, a bulk change, an import or the API. Set-based: each step is one query
 * for all rows. A row is created, changed, left alone (`igual`, which writes nothing) or refused; a refused row does not
 * prevent the others from being written. Fields that a row does not contain are kept, and `null` clears. Throws for more than
 * MAX_ROWS.
 */
export async function saveRecords(
  tx: Tx,
  ctx: RecordContext,
  mapped: MappedType,
  given: readonly GivenRow[],
  { dryRun = false, ...requested }: SaveOptions = {},
): Promise<RowResult[]> {
  if (given.length > MAX_ROWS) throw new Error(`${given.length} rows at once, at most ${MAX_ROWS}`);
  if (!dryRun) await mapped.mapping.storage?.lockDefinition(tx);
  const owners = dryRun ? await fieldOwners(tx, mapped) : await fieldOwnersOf(tx, mapped);
  const options: Saving = { ...requested, owners };
  const spelled = spellingOf(options);
  const rows = given.map(
    ({ dados, ...named }, index) => new PendingRow(index, spelled(mapped.type.campos, dados), named),
  );
  for (const row of rows) refuseMalformed(mapped.type, row);
  for (const row of rows) refuseMasked(mapped.type, row, given[row.index]?.dados ?? {});
  const writing: WritingRecords = { tx, ctx, dryRun };
  await mapped.mapping.name?.(rows, writing);
  await resolveReferences(tx, ctx.user, mapped, rows, dryRun);
  await validateRows(writing, mapped, rows, options);
  const sound = rows.filter((row) => !row.isRefused && isChanged(row));
  if (!dryRun) await write(writing, mapped, sound, options);
  return rows.map(resultOf);
}

const spellingOf = ({ mergeGroups }: SaveOptions) => (mergeGroups ? normalizeParts : normalizeFields);

/**
 * Refuses masked values: a file shows them in place of personal data, and reading the file back would replace the data with
 * the mask.
 */
function refuseMasked(type: AnyRecordType, row: PendingRow, given: GivenRow['dados']) {
  for (const key of personalKeys(type))
    for (const path of maskPaths(given[key], key)) row.refuse(path.replaceAll('.', '/'), MASKED_CELL);
}

const MASKED_CELL =
  'Este dado veio mascarado, como aparece para quem não o vê por inteiro. Deixe-o de fora, ou informe o dado completo.';

const changesOf = ({ type }: MappedType, { before, after }: PendingRow): ReadonlySet<string> =>
  new Set(changedFields(type.campos, before ?? {}, after));
const isChanged = ({ before, changed }: PendingRow) => before === null || changed.size > 0;

/** Matches the rows with existing records and refuses those that are not allowed. */
async function validateRows(
  writing: WritingRecords,
  mapped: MappedType,
  rows: readonly PendingRow[],
  options: Saving,
) {
  const { rules } = mapped.mapping;
  await prepare(writing, mapped, rows, options);
  await refuseItemsInUse(writing.tx, mapped, rows);
  // An unchanged row cannot break a rule that it did not break before.
  const changed = rows.filter((row) => !row.isRefused && isChanged(row));
  if (!rules || changed.length === 0) return;
  await rules(changed, writing);
  for (const row of changed) row.changed = changesOf(mapped, row);
}

/** Loads the existing records for the rows, and validates the results against the type's schema. */
async function prepare(
  writing: WritingRecords,
  mapped: MappedType,
  rows: readonly PendingRow[],
  { mode, verb, mergeGroups, from, owners }: Saving,
) {
  const { tx, ctx, dryRun } = writing;
  const { type } = mapped;
  const existing = await findExisting(tx, mapped, rows, !dryRun);
  const visible = await visibleIds(tx, ctx.user, mapped, [...existing.byId.keys()]);
  const seen = rows.filter((row) => {
    const existingRow = existingOf(mapped, row, existing);
    if (existingRow ? !visible.has(existingRow.id) : row.givenId !== undefined) {
      refuseHidden(type, row);
      return false;
    }
    refuseByMode(type, row, existingRow?.id, mode);
    refuseByPermission(ctx, mapped, row, verb ?? (existingRow ? 'alterar' : 'criar'));
    withoutCodes(row, existing.led);
    row.id = existingRow?.id;
    row.version = existingRow?.version ?? 0;
    row.before = existingRow?.data ?? null;
    row.shared = existingRow?.shared ?? {};
    return true;
  });
  await mergeItems(writing, mapped, seen, spellingOf({ mergeGroups }));
  await restoreHidden(writing, mapped, seen);
  await storeInstants(tx, type.campos, seen);
  for (const row of seen) {
    if (row.before && from === 'ERP')
      keepOwnFields(type, row, owners, mergeGroups ? withGroups(type.campos, row) : row.given);
    checkUnseenReferences(row);
    merge(mapped, row, mergeGroups);
  }
  const changed = seen.filter((row) => row.before !== null && row.changed.size > 0);
  const changedRows = new Set(changed.flatMap(({ id = 0 }) => existing.byId.get(id) ?? []));
  await readWhole(tx, mapped, rows, [...changedRows]);
  for (const row of changed) merge(mapped, row, mergeGroups);
  const takenKeys = new Map<string, number>();
  for (const row of seen) {
    refuseTaken(mapped, row, existing, takenKeys);
    if (row.before && from !== 'ERP') refuseOwned(row, owners);
    for (const key of row.changed)
      if (row.before && type.campos[key]?.fixo && row.before[key] !== undefined)
        row.refuse(key, 'Este campo não muda depois de criado.');
    // An unchanged record needs no validation; most rows of a nightly run are unchanged.
    if (isChanged(row)) validateRow(type, row, row.changed);
  }
}

/** Merges items that are given by position into their lists, which are then validated like lists that are given as a whole. */
async function mergeItems(
  { tx, ctx, dryRun }: WritingRecords,
  mapped: MappedType,
  rows: readonly PendingRow[],
  spelled: typeof normalizeParts,
) {
  const { campos } = mapped.type;
  const placing = rows.filter(({ placed }) => placed.size > 0);
  for (const row of placing) {
    mergePlacedItems(campos, row);
    refuseMalformed(mapped.type, row);
    refuseMasked(mapped.type, row, row.given);
    row.given = spelled(campos, row.given);
  }
  const lists = new Set(placing.flatMap(({ placed }) => [...placed.keys()]));
  const type = {
    ...mapped.type,
    campos: Object.fromEntries(Object.entries(campos).filter(([key]) => lists.has(key))),
  };
  await resolveReferences(tx, ctx.user, { ...mapped, type }, placing, dryRun);
}

/** Computes the row to be stored from the given and the existing values. */
function merge(mapped: MappedType, row: PendingRow, mergeGroups: boolean | undefined) {
  const { campos } = mapped.type;
  const given = mergeGroups ? withGroups(campos, row) : row.given;
  row.after = withCodes(row, mergedRecord(campos, row.before, given));
  mapped.mapping.complete?.(row);
  row.changed = changesOf(mapped, row);
}

/** An old code finds its record without taking the place of the record's own one. */
function withoutCodes(row: PendingRow, led: ExistingRecords['led']): void {
  if (led.size === 0) return;
  const own = givenCodes(row).filter((code) => !led.has(codeKey(code)));
  if (own.length === givenCodes(row).length) return;
  const { [EXTERNAL_CODES]: _, ...given } = row.given;
  row.given =
    own.length > 0
      ? { ...given, [EXTERNAL_CODES]: Object.fromEntries(own.map(({ source, code }) => [source, code])) }
      : given;
}

/** Finds the existing record by id, else by natural key, else by external code. */
function existingOf({ type }: MappedType, row: PendingRow, { byId, byKey, byCode }: ExistingRecords) {
  if (row.givenId !== undefined) return byId.get(row.givenId);
  const key = naturalKey(type, row);
  if (key) return byKey.get(keyText(key));
  const id = givenCodes(row)
    .map((code) => byCode.get(codeKey(code)))
    .find((one) => one !== undefined);
  return id === undefined ? undefined : byId.get(id);
}

function refuseByMode(
  type: MappedType['type'],
  row: PendingRow,
  known: number | undefined,
  mode: SaveOptions['mode'],
) {
  if (mode === 'criar' && known !== undefined)
    row.refuse(type.codigo[0] ?? '', `Já há ${article(type)} ${type.titulo.um} com este valor.`);
  if (mode === 'alterar' && known === undefined) row.refuse('', NOT_FOUND);
}

/**
 * Refuses a row that means a record which the person cannot see. An id is answered like one that does not exist, to the
 * letter; a key or code that is taken has to be refused, but nothing is said of the record.
 */
function refuseHidden(type: MappedType['type'], row: PendingRow) {
  if (row.givenId !== undefined) row.refuse('', NOT_FOUND);
  else if (naturalKey(type, row)) row.refuse(type.codigo[0] ?? '', `${takenText(type)} que você não vê.`);
  else row.refuse(EXTERNAL_CODES, `${takenText(type)} que você não vê.`);
}

const NOT_FOUND = 'Registro não encontrado.';

const takenText = (type: MappedType['type']) => `Este valor já é de ${article(type)} ${type.titulo.um}`;

const article = ({ titulo }: MappedType['type']) => (titulo.genero === 'f' ? 'uma' : 'um');

function refuseByPermission(
  { user }: RecordContext,
  { type }: MappedType,
  row: PendingRow,
  verb: keyof RecordPermissions,
) {
  if (!mayRecords(user, type, verb)) row.refuse('', forbidden(type.permissoes[verb]).message);
}

/** Refuses a key or code that belongs to another record or to an earlier row of the same call. */
function refuseTaken(
  { type }: MappedType,
  row: PendingRow,
  { byKey, byCode }: ExistingRecords,
  taken: Map<string, number>,
) {
  const field = type.codigo[0] ?? '';
  const key = naturalKey(type, row);
  const holder = key ? byKey.get(keyText(key)) : undefined;
  if (holder && holder.id !== row.id)
    row.refuse(field, `Já há ${article(type)} ${type.titulo.um} com este valor.`);
  // One row may identify the record by its key, another by its id or a code.
  const own = [...(key ? [keyText(key)] : []), ...(row.id === undefined ? [] : [`#${row.id}`])];
  const earlier = own.map((name) => taken.get(name)).find((index) => index !== undefined);
  if (earlier !== undefined) row.refuse(field, `Repete a chave da linha ${earlier + 1} do mesmo envio.`);
  else for (const name of own) taken.set(name, row.index);
  for (const code of givenCodes(row)) {
    const text = codeKey(code);
    const other = byCode.get(text);
    if ((other !== undefined && other !== row.id) || taken.has(`code ${text}`))
      row.refuse(
        EXTERNAL_CODES,
        `O código ${code.code} de ${code.source} já é de ${type.titulo.genero === 'f' ? 'outra' : 'outro'} ${type.titulo.um}.`,
      );
    else taken.set(`code ${text}`, row.index);
  }
}

async function write(
  writing: WritingRecords,
  mapped: MappedType,
  rows: readonly PendingRow[],
  options: Saving,
) {
  const { tx, ctx } = writing;
  const now = ctx.now();
  const [fresh, existing] = [rows.filter(isNew), rows.filter((row) => !isNew(row))];
  await insertRows(tx, mapped, fresh, now);
  await updateRows(tx, mapped, existing, now);
  const written = [...fresh.filter(({ id }) => id !== undefined), ...existing];
  await writeItems(writing, mapped, written);
  await writeCodes(tx, mapped, written);
  await auditMany(
    tx,
    ctx,
    written.map((row) => auditEntry(mapped, row, [...row.changed])),
  );
  if (written.length > 0) await mapped.mapping.effects?.(written, writing);
  await retryConflicting(
    writing,
    mapped,
    fresh.filter(({ id }) => id === undefined),
    options,
  );
}

const isNew = ({ before }: PendingRow) => before === null;

/** Another transaction inserted the same key meanwhile: the record now exists, so the row changes it or is refused. */
async function retryConflicting(
  writing: WritingRecords,
  mapped: MappedType,
  rows: readonly PendingRow[],
  options: Saving,
) {
  if (rows.length === 0) return;
  await validateRows(writing, mapped, rows, options);
  const sound = rows.filter((row) => !row.isRefused && isChanged(row));
  for (const row of sound)
    if (isNew(row)) row.refuse('', 'Outra pessoa gravou este registro ao mesmo tempo. Tente de novo.');
  await write(
    writing,
    mapped,
    sound.filter((row) => !row.isRefused),
    options,
  );
}

function resultOf(row: PendingRow): RowResult {
  const id = row.id === undefined ? {} : { id: row.id };
  if (row.isRefused) return { ...id, resultado: 'recusado', erros: errorsOf(row) };
  if (row.before === null) return { ...id, resultado: 'criado' };
  const { before, after, changed } = row;
  const keptFields = row.keptFields.size > 0 ? { mantidos: [...row.keptFields] } : {};
  if (changed.size === 0) return { ...id, resultado: 'igual', ...keptFields };
  return {
    ...id,
    resultado: 'mudado',
    ...keptFields,
    mudancas: Object.fromEntries(
      [...changed].map((key) => [key, { antes: before[key] ?? null, depois: after[key] ?? null }]),
    ),
  };
}

/** Whoever named an item by its place looks for it there. */
function errorsOf({ errors, sources }: PendingRow): Record<string, string> {
  const shownPath = (path: string): string => {
    for (const [list, from] of sources) {
      if (!path.startsWith(`${list}/`)) continue;
      const [index = '', ...rest] = path.slice(list.length + 1).split('/');
      const place = from[Number(index)]?.place;
      return place === undefined ? list : [list, place, ...rest].join('/');
    }
    return path;
  };
  return Object.fromEntries(Object.entries(errors).map(([path, sentence]) => [shownPath(path), sentence]));
}
