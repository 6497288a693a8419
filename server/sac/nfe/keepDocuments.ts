import { gzipSync } from 'node:zlib';
import { and, arrayOverlaps, eq, inArray, or } from 'drizzle-orm';
import { seriesSigner } from '#contract/rules/nfe/accessKey.ts';
import { eventEffect } from '#contract/rules/nfe/nfeNote.ts';
import { fingerprintOf } from '../../adapters/nfe/chain/authority.ts';
import type { ReadNote } from '../../adapters/nfe/readNfeFile.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { invoices, nfeDocuments } from '../../db/tables/index.ts';
import { cancelInvoices } from '../invoices/commands.ts';
import {
  type ClassifiedNote,
  documentKey,
  type IncomingEvent,
  type SettledFile,
  settled,
} from './incoming.ts';
import { carrierColumns, FILE_READING } from './kept/fileReading.ts';
import { lacksItsNote } from './kept/waitingNotes.ts';
import { matchAgain, writeReturns } from './returns/writeReturns.ts';
import { signersOf } from './trust/signers.ts';
import type { MadeInvoice } from './writeInvoices.ts';

/** `signer` is stored by its own row. */
type DocumentRow = Omit<typeof nfeDocuments.$inferInsert, 'signerId' | 'signedAt'> & Pick<ReadNote, 'signer'>;

/**
 * Inserts new documents in one statement. A document stored earlier is updated; only its state and links can have changed.
 * Returns the ids of the notes, by key.
 */
export async function keepDocuments(tx: Tx, rows: readonly DocumentRow[]): Promise<Map<string, number>> {
  const existingRows = rows.filter(({ id }) => id !== undefined);
  const fresh = rows.filter(({ id }) => id === undefined);
  const signers = await signersOf(tx, fresh);
  const ids = new Map(existingRows.map(({ key, id }) => [key, id as number]));
  if (fresh.length > 0) {
    const insertedRows = await tx
      .insert(nfeDocuments)
      .values(
        fresh.map(({ signer, ...row }) => ({
          ...row,
          reading: FILE_READING,
          signerId: signers.get(fingerprintOf(signer.certificate)) ?? null,
          signedAt: signer.at,
        })),
      )
      .returning({ id: nfeDocuments.id, key: nfeDocuments.key });
    for (const { id, key } of insertedRows) ids.set(key, id);
  }
  for (const { id, kind, state, invoiceId, refersTo, receiver, cites, cfops } of existingRows)
    await tx
      .update(nfeDocuments)
      .set({
        ...{ kind, state, receiver, cites, cfops, stale: false },
        invoiceId: invoiceId ?? null,
        refersTo: refersTo ?? '',
      })
      .where(eq(nfeDocuments.id, id as number));
  return ids;
}

export function noteRow(file: ClassifiedNote): Omit<DocumentRow, 'state'> {
  const { note, digest, signer, trial } = file.read;
  return {
    ...(file.documentId !== undefined && { id: file.documentId }),
    ...documentKey(file),
    kind: file.verdict.kind,
    emitter: note.emitter.document,
    emitterName: note.emitter.name,
    emitterState: note.emitter.address.state,
    issuedOn: note.issuedOn,
    total: note.total,
    receiver: note.receiver?.document ?? '',
    ...carrierColumns(note),
    refersTo: note.refersTo[0] ?? '',
    cites: [...new Set(note.refersTo)],
    cfops: [...new Set(note.lines.map(({ cfop }) => cfop))],
    digest,
    signer,
    trial,
    content: gzipSync(file.content),
  };
}

/** Stores returns, complements and adjustments with the invoice that they cite, or lets them wait for it. */
export async function settleAttached(tx: Tx, files: readonly ClassifiedNote[]): Promise<SettledFile[]> {
  const cited = await citedNotes(
    tx,
    files.flatMap(({ read }) => [...read.note.refersTo]),
  );
  const rows = files.map((file) => {
    const { refersTo } = file.read.note;
    const missing = refersTo.find((each) => !cited.has(each)) ?? '';
    const sale = refersTo.find((each) => cited.get(each)?.invoiceId);
    const invoiceId = cited.get(sale ?? '')?.invoiceId ?? null;
    return { file, missing, key: sale ?? refersTo[0] ?? '', invoiceId };
  });
  const idOf = await keepDocuments(
    tx,
    rows.map(({ file, missing, key, invoiceId }) => ({
      ...noteRow(file),
      refersTo: key,
      invoiceId,
      state: missing ? ('NOTE' as const) : ('BESIDE' as const),
    })),
  );
  await writeReturns(tx, files, idOf);
  return rows.map(({ file, missing, invoiceId }) => {
    if (missing)
      return settled(file, 'ESPERA', `${file.verdict.sentence} A nota ${missing} ainda não chegou.`);
    if (invoiceId === null)
      return settled(file, 'AO_LADO', `${file.verdict.sentence} Ela não cita nenhuma venda.`);
    return settled(file, 'JUNTO', file.verdict.sentence);
  });
}

interface Cited {
  invoiceId: number | null;
}

/** What is known about NF-e, by key: the invoice, or that the NF-e was set aside. */
async function citedNotes(tx: Tx, keys: readonly string[]): Promise<Map<string, Cited>> {
  if (keys.length === 0) return new Map();
  const wanted = [...new Set(keys)];
  const aside = await tx
    .select({ key: nfeDocuments.key })
    .from(nfeDocuments)
    .where(
      and(
        inArray(nfeDocuments.key, wanted),
        eq(nfeDocuments.eventType, ''),
        eq(nfeDocuments.state, 'BESIDE'),
      ),
    );
  const existing = await tx
    .select({ key: invoices.key, invoiceId: invoices.id })
    .from(invoices)
    .where(inArray(invoices.key, wanted));
  return new Map<string, Cited>([
    ...aside.map(({ key }) => [key, { invoiceId: null }] as const),
    ...existing.map(({ key, invoiceId }) => [key, { invoiceId }] as const),
  ]);
}

/** A cancellation cancels its invoice or waits for it; other events are stored with the invoice. */
export async function settleEvents(
  tx: Tx,
  ctx: Context,
  files: readonly IncomingEvent[],
): Promise<SettledFile[]> {
  if (files.length === 0) return [];
  const cited = await citedNotes(
    tx,
    files.map(({ read }) => read.event.key),
  );
  const allowed = files.filter((file) => !isByOther(file));
  await keepDocuments(
    tx,
    allowed.map((file) => ({ ...eventRow(file), ...placeOf(cited.get(file.read.event.key)) })),
  );
  const cancelling = allowed.flatMap(({ read: { event } }) => {
    const invoiceId = cited.get(event.key)?.invoiceId;
    return invoiceId && eventEffect(event.type) === 'CANCELS' ? [{ invoiceId, at: event.at }] : [];
  });
  await cancelInvoices(tx, ctx, cancelling);
  return files.map((file) => outcomeOf(file, cited.get(file.read.event.key)));
}

/** Only the issuer can cancel an NF-e; the tax authority can do so for those that it issued itself. */
function isByOther({ read: { event } }: IncomingEvent): boolean {
  const ofEmitter = seriesSigner(Number(event.key.slice(22, 25))) === 'EMITENTE';
  return (
    ofEmitter &&
    eventEffect(event.type) !== 'TELLS' &&
    event.author.padStart(14, '0').slice(0, 8) !== event.key.slice(6, 14)
  );
}

const placeOf = (cited: Cited | undefined) => ({
  state: cited ? ('BESIDE' as const) : ('NOTE' as const),
  invoiceId: cited?.invoiceId ?? null,
});

function outcomeOf(file: IncomingEvent, cited: Cited | undefined): SettledFile {
  const { event } = file.read;
  const effect = eventEffect(event.type);
  if (isByOther(file))
    return settled(file, 'RECUSADA', 'O evento não é de quem emitiu a nota.', 'EVENTO_DE_OUTRO');
  const what = EFFECT_LABELS[effect];
  if (!cited) return settled(file, 'ESPERA', `${what} da nota ${event.key}, que ainda não chegou.`);
  if (cited.invoiceId === null) return settled(file, 'AO_LADO', `${what} de uma nota que não é venda.`);
  if (effect === 'CANCELS') return settled(file, 'CANCELADA', `Motivo: ${event.text || 'não informado'}`);
  return settled(file, 'JUNTO', event.text ? `${what}: ${event.text}` : `${what}.`);
}

const EFFECT_LABELS = {
  CANCELS: 'Cancelamento',
  CORRECTS: 'Carta de correção',
  TELLS: 'Evento',
} as const;

function eventRow(file: IncomingEvent): Omit<DocumentRow, 'state'> {
  const { event, digest, signer, trial } = file.read;
  return {
    ...documentKey(file),
    kind: 'EVENTO',
    emitter: event.author,
    issuedOn: event.at.slice(0, 10),
    refersTo: event.key,
    digest,
    signer,
    trial,
    content: gzipSync(file.content),
  };
}

/**
 * Handles documents that were waiting for NF-e which have now arrived: links them to the invoice, and applies cancellations.
 */
export async function settleWaiting(
  tx: Tx,
  ctx: Context,
  made: ReadonlyMap<string, MadeInvoice>,
): Promise<void> {
  if (made.size === 0) return;
  const keys = [...made.keys()];
  const waiting = await tx
    .select({
      id: nfeDocuments.id,
      key: nfeDocuments.refersTo,
      cites: nfeDocuments.cites,
      eventType: nfeDocuments.eventType,
      on: nfeDocuments.issuedOn,
    })
    .from(nfeDocuments)
    .where(
      and(lacksItsNote, or(inArray(nfeDocuments.refersTo, keys), arrayOverlaps(nfeDocuments.cites, keys))),
    );
  const cited = await citedNotes(
    tx,
    waiting.flatMap(({ cites }) => cites),
  );
  for (const { id, key, cites } of waiting) {
    const sale = made.has(key) ? key : cites.find((each) => made.has(each));
    const set = { refersTo: sale ?? key, invoiceId: made.get(sale ?? '')?.id ?? null };
    await tx
      .update(nfeDocuments)
      .set({ ...set, state: cites.every((each) => cited.has(each)) ? 'BESIDE' : 'NOTE' })
      .where(eq(nfeDocuments.id, id));
  }
  await matchAgain(
    tx,
    waiting.flatMap(({ id, eventType }) => (eventType === '' ? [id] : [])),
  );
  await cancelInvoices(
    tx,
    ctx,
    waiting.flatMap(({ key, eventType, on }) => {
      const invoiceId = made.get(key)?.id;
      return invoiceId && eventEffect(eventType) === 'CANCELS' ? [{ invoiceId, at: `${on}T12:00:00Z` }] : [];
    }),
  );
}
