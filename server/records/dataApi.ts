import { normalizeFields } from '#contract/records/fields/normalizeRecord.ts';
import { maskedCode } from '#contract/records/fields/personalFields.ts';
import { EXTERNAL_CODES } from '#contract/records/recordType.ts';
import type { dataRoutes as DataRoutes, DataRowOutcome } from '#contract/records/routes/dataApi.ts';
import { dataRoutes } from '#contract/records/routes/dataApi.ts';
import type { StoredRecord } from '#contract/records/routes/records.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../context.ts';
import { invalidateCache } from '../db/cachedQuery.ts';
import { invalid, notFound } from '../errors.ts';
import { implement } from '../implement.ts';
import { listQueryHash, neighbours, readPageCursor, type Start } from '../paging/keyPage.ts';
import { seesPersonal } from '../session/personalData.ts';
import { explicit } from '../writing/command.ts';
import { commandName, withIdempotency } from '../writing/idempotency.ts';
import { requireRecords } from './access.ts';
import { mappedType } from './custom/queries.ts';
import { idOfNumberKey, type MappedType } from './mapping.ts';
import { isKeyOf, keyedPage, recordOrder, supportsCursor } from './read/keyedPages.ts';
import { listCondition, recordsById, shownRow, shownRows } from './read/listRecords.ts';
import { BETWEEN_PARTS } from './write/auditedRecord.ts';
import { findExisting } from './write/identify.ts';
import { PendingRow, type RowResult } from './write/pendingRow.ts';
import { resolveReferences } from './write/references.ts';
import { oneRecord, removeRecord } from './write/removeRecord.ts';
import { saveRecords } from './write/saveRecords.ts';

type Routes = typeof DataRoutes;

/** Records for other systems: the same pipeline, with codes instead of ids. */
export const dataImplementation = implement(dataRoutes, {
  list,
  async get({ params, query }, ctx) {
    const mapped = await mappedType(ctx.db, params.tipo);
    requireRecords(ctx.user, mapped.type, 'ler');
    const id = await idOf(ctx, mapped, params.codigo, query.fonte);
    return { data: await shownRow(ctx, mapped, await oneRecord(ctx.db, ctx, mapped, id)) };
  },
  save: explicit(
    dataRoutes.save,
    save,
    'each thousand rows have a transaction and a key of their own, so that a repeat goes on after those that were written',
  ),
  async remove({ params, query }, ctx) {
    const mapped = await mappedType(ctx.db, params.tipo);
    requireRecords(ctx.user, mapped.type, 'excluir');
    const id = await idOf(ctx, mapped, params.codigo, query.fonte);
    const { data } = await removeRecord({ params: { chave: params.tipo, id }, query: {} }, ctx);
    return { data: { resultado: data.resultado, message: data.message } };
  },
});

/**
 * The records after the last one that was read, by id or in another order. Records added meanwhile come later; a change made
 * while the pages are read may be missed by this reading but is found by the next.
 */
async function list({ params, query }: Input<Routes['list']>, ctx: Context): Promise<Output<Routes['list']>> {
  const mapped = await mappedType(ctx.db, params.tipo);
  requireRecords(ctx.user, mapped.type, 'ler');
  const size = query.limite ?? 100;
  const sorted = query.orderBy !== undefined || query.direction !== undefined;
  const order = recordOrder(mapped, { ...query, orderBy: query.orderBy ?? 'id' }, ctx.user);
  if (!supportsCursor(order)) throw invalid({ orderBy: 'Por este campo não se lê página a página.' });
  const { apos, ...lasting } = query;
  const hash = listQueryHash(ctx.user.id, { ...lasting, tipo: params.tipo });
  const startAt = (text: string) => (sorted ? sortedStart(text, order, hash) : numberedStart(text));
  const start: Start = apos === undefined ? { offset: 0 } : startAt(apos);
  const where = await listCondition(ctx, mapped, query);
  const found = await keyedPage(ctx.db, mapped, { where, order }, start, size);
  const ids = found.rows.map(({ id }) => id);
  const rows = await recordsById(ctx.db, mapped, ids);
  const fields = fieldsOf(mapped, query.campos);
  const shown = await shownRows(ctx, mapped, rows);
  const { proximo } = neighbours({ ...found, before: false }, { hash, page: 1, total: 0 });
  return {
    itens: shown.map((row) => (fields ? only(row, fields) : row)),
    proximo: (sorted ? proximo : found.after && String(ids.at(-1))) || null,
  };
}

const unusable = () => invalid({ apos: 'Use o "proximo" da página anterior.' });

function sortedStart(text: string, order: ReturnType<typeof recordOrder>, hash: string): Start {
  try {
    return readPageCursor(text, isKeyOf(order), hash);
  } catch {
    throw unusable();
  }
}

/** When sorted by id, the cursor is the last id. */
function numberedStart(text: string): Start {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= 2_147_483_647)) throw unusable();
  return { key: '', id: number, backwards: false };
}

function fieldsOf({ type }: MappedType, text: string | undefined): readonly string[] | null {
  if (!text) return null;
  const fields = text.split(',').map((field) => field.trim());
  const unknown = fields.find((field) => field !== EXTERNAL_CODES && !Object.hasOwn(type.campos, field));
  if (unknown !== undefined) throw invalid({ campos: `O cadastro não tem o campo "${unknown}".` });
  return fields;
}

const only = (row: StoredRecord, fields: readonly string[]) => ({
  id: row.id,
  versao: row.versao,
  rotulos: row.rotulos,
  ...Object.fromEntries(fields.flatMap((field) => (field in row ? [[field, row[field]]] : []))),
});

/** The id of the record with a natural key, or with a code of another system; 404 if there is none. */
async function idOf(
  ctx: Context,
  mapped: MappedType,
  code: string,
  source: string | undefined,
): Promise<number> {
  const { type } = mapped;
  const number = source ? null : idOfNumberKey(code);
  if (number !== null) return number;
  if (!source && !mayFindByCode(ctx.user, type, code)) throw notFound();
  const parts = type.codigo.length > 1 ? code.split(BETWEEN_PARTS) : [code];
  if (!source && parts.length !== type.codigo.length) throw notFound();
  const given = source
    ? { [EXTERNAL_CODES]: { [source]: code } }
    : normalizeFields(type.campos, Object.fromEntries(type.codigo.map((key, at) => [key, parts[at]])));
  const row = new PendingRow(0, given);
  await resolveReferences(ctx.db, ctx.user, mapped, [row], true);
  const { byKey, byCode } = await findExisting(ctx.db, mapped, [row], false);
  const [id] = source ? byCode.values() : [...byKey.values()].map((stored) => stored.id);
  if (id === undefined) throw notFound();
  return id;
}

/** Whoever sees a code masked gets the record by number instead (`id:123`), as the feed names it for them. */
const mayFindByCode = (user: Context['user'], type: MappedType['type'], code: string): boolean =>
  seesPersonal(user) || maskedCode(type, code, BETWEEN_PARTS) === code;

const BATCH = 1_000;

/**
 * Writes a thousand rows per transaction, each with its own idempotency key: after a lost connection, batches already written
 * are not repeated and the others are written.
 */
async function save(
  { params, query, body }: Input<Routes['save']>,
  ctx: Context,
): Promise<Output<Routes['save']>> {
  let mapped = await mappedType(ctx.db, params.tipo);
  requireRecords(ctx.user, mapped.type, 'alterar');
  const dryRun = query.simular ?? false;
  const linhas: DataRowOutcome[] = [];
  for (const [place, { first, count }] of batchesOf(body.registros).entries()) {
    const rows = body.registros.slice(first, first + count).map((row) => ({ dados: fieldsOnly(row) }));
    const key = ctx.idempotencyKey && !dryRun ? `${ctx.idempotencyKey}#${place}` : null;
    try {
      const write = () => saveBatch(ctx, mapped, { params, rows, key, dryRun });
      const results = await write().catch(async (error) => {
        const now = await reloadedType(ctx, params.tipo);
        if (now === mapped) throw error;
        // The type was published between being read and this batch. Continuing is safe here, since no user is looking at a
        // form that has become outdated.
        mapped = now;
        requireRecords(ctx.user, mapped.type, 'alterar');
        return write();
      });
      linhas.push(...results.map((result, at) => outcome(result, first + at + 1)));
    } catch (error) {
      // The batches written before remain and are reported; the caller sends the rest again.
      if (first === 0) throw error;
      ctx.log.error({ err: error, from: first + 1 }, 'a batch of rows was not written');
      linhas.push(...body.registros.slice(first).map((_, at) => outcome(NOT_WRITTEN, first + at + 1)));
      break;
    }
  }
  const having = (resultado: string) => linhas.filter((line) => line.resultado === resultado).length;
  return {
    contagens: {
      criados: having('criado'),
      mudados: having('mudado'),
      iguais: having('igual'),
      recusados: having('recusado'),
    },
    linhas,
  };
}

/** Values of rows that are judged together, without a pause: far more than a full batch of any type has. */
const MOST_VALUES = 100_000;

/** So many rows at once, or fewer where each has a great many values. */
function batchesOf(rows: readonly unknown[]): { first: number; count: number }[] {
  const batches: { first: number; count: number }[] = [];
  let values = 0;
  for (const [at, row] of rows.entries()) {
    const own = valuesIn(row);
    const last = batches.at(-1);
    if (last && last.count < BATCH && values + own <= MOST_VALUES) {
      last.count += 1;
      values += own;
    } else {
      batches.push({ first: at, count: 1 });
      values = own;
    }
  }
  return batches;
}

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + valuesIn(each), 1)
    : 1;

interface WrittenBatch {
  params: Input<Routes['save']>['params'];
  rows: { dados: Record<string, unknown> }[];
  key: string | null;
  dryRun: boolean;
}

const saveBatch = (ctx: Context, mapped: MappedType, { params, rows, key, dryRun }: WrittenBatch) =>
  withIdempotency(
    { ...ctx, idempotencyKey: key },
    commandName(dataRoutes.save),
    { params, rows },
    async (tx) => {
      const results = await saveRecords(tx, ctx, mapped, rows, {
        mode: 'gravar',
        dryRun,
        mergeGroups: true,
        from: 'ERP',
      });
      return results.map(({ id, resultado, erros, mantidos }) => ({ id, resultado, erros, mantidos }));
    },
  );

function reloadedType({ db }: Context, key: string): Promise<MappedType> {
  invalidateCache(db);
  return mappedType(db, key);
}

const NOT_WRITTEN: RowResult = {
  resultado: 'recusado',
  erros: { '': 'Não chegou a ser gravada: o envio parou antes dela. Envie de novo.' },
};

/** Removes the properties that only answers have, so that a record can be sent back as it was read. */
const fieldsOnly = ({ id: _, versao: _version, rotulos: _labels, ...fields }: Record<string, unknown>) =>
  fields;

const outcome = (
  { id, resultado, erros, mantidos }: Omit<RowResult, 'mudancas'>,
  linha: number,
): DataRowOutcome => ({
  linha,
  ...(id !== undefined && { id }),
  resultado,
  ...(erros && { erros }),
  ...(mantidos && { mantidos }),
});
