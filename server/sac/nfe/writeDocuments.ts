import { inArray } from 'drizzle-orm';
import { codesIn } from '#contract/catalogs/cfop.ts';
import {
  classifyInvoice,
  type InvoiceClassification,
  NFCE_MODEL,
  type NoteKind,
} from '#contract/rules/nfe/nfeNote.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import { LOCKS, shareUntilCommit } from '../../db/advisoryLock.ts';
import type { Tx } from '../../db/client.ts';
import { branches, customers, nfeDocuments } from '../../db/tables/index.ts';
import {
  type ClassifiedNote,
  documentKey,
  type IncomingEvent,
  type IncomingFile,
  type IncomingNote,
  isEvent,
  isNote,
  type SettledFile,
  settled,
} from './incoming.ts';
import { keepDocuments, noteRow, settleAttached, settleEvents, settleWaiting } from './keepDocuments.ts';
import { type MadeInvoice, writeInvoices } from './writeInvoices.ts';

/** Writes the content of a batch of files with set-based statements; returns the results in the order of the files. */
export async function writeDocuments(
  tx: Tx,
  ctx: Context,
  files: readonly IncomingFile[],
): Promise<SettledFile[]> {
  await shareUntilCommit(tx, LOCKS.keptNotes, '');
  const done = new Map<number, SettledFile>();
  const settle = (file: SettledFile) => done.set(file.place, file);
  for (const file of files)
    if (file.read.type === 'REJECTED') settle(settled(file, 'RECUSADA', file.read.sentence, file.read.code));
  const fresh = await withoutRepeated(tx, files, settle);
  const notes = await classify(tx, fresh.filter(isNote));
  const written = await writeInvoices(
    tx,
    ctx,
    notes.filter(({ verdict }) => verdict.becomes === 'INVOICE'),
  );
  for (const note of notes) if (note.verdict.becomes !== 'ATTACHED') settle(outcomeOf(note, written));
  await keepNotes(
    tx,
    notes.filter(({ verdict }) => verdict.becomes !== 'ATTACHED'),
    written,
  );
  const attached = notes.filter(({ verdict }) => verdict.becomes === 'ATTACHED');
  for (const file of await settleAttached(tx, attached)) settle(file);
  for (const file of await settleEvents(tx, ctx, fresh.filter(isEvent) as IncomingEvent[])) settle(file);
  await settleWaiting(tx, ctx, written);
  return files.flatMap(({ place }) => done.get(place) ?? []);
}

/**
 * A document that is already stored, or occurred earlier in the same batch, is equal; one with the same key but different
 * content is refused.
 */
async function withoutRepeated(
  tx: Tx,
  files: readonly IncomingFile[],
  settle: (file: SettledFile) => void,
): Promise<IncomingFile[]> {
  const genuine = files.filter(({ read }) => read.type !== 'REJECTED');
  if (genuine.length === 0) return [];
  const existing = await tx
    .select({
      key: nfeDocuments.key,
      eventType: nfeDocuments.eventType,
      sequence: nfeDocuments.sequence,
      digest: nfeDocuments.digest,
      kind: nfeDocuments.kind,
      state: nfeDocuments.state,
      refersTo: nfeDocuments.refersTo,
    })
    .from(nfeDocuments)
    .where(inArray(nfeDocuments.key, [...new Set(genuine.map((file) => documentKey(file).key))]));
  const digests = new Map(existing.map((row) => [textOf(row), row.digest]));
  const stored = new Map(existing.map((row) => [textOf(row), row]));
  return genuine.filter((file) => {
    if (file.documentId !== undefined) return true;
    const key = textOf(documentKey(file));
    const { digest } = file.read as IncomingNote['read'];
    const digestOfKey = digests.get(key);
    if (digestOfKey === undefined) digests.set(key, digest);
    else if (digestOfKey === digest) settle(settled(file, 'IGUAL', whatHolds(stored.get(key))));
    else settle(settled(file, 'RECUSADA', OTHER_CONTENT, 'OUTRO_CONTEUDO'));
    return digestOfKey === undefined;
  });
}

/** What a file that is sent again has come to; '' if it is in the same import. */
function whatHolds(
  row: Pick<typeof nfeDocuments.$inferSelect, 'kind' | 'state' | 'refersTo'> | undefined,
): string {
  if (!row) return '';
  if (row.state === 'INVOICE') return 'Está no Balcão como nota.';
  if (row.state === 'NOTE') return `Espera a nota ${row.refersTo}, que ainda não chegou.`;
  if (row.state === 'EMITTER')
    return row.kind === 'DEVOLUCAO_A_OUTRO'
      ? 'Devolução: espera que quem a recebeu seja uma filial.'
      : 'Espera que o emitente seja uma filial.';
  return row.refersTo
    ? 'Está guardada junto da nota que cita.'
    : 'Está guardada ao lado: não é venda a cliente.';
}

const textOf = ({ key, eventType, sequence }: ReturnType<typeof documentKey>) =>
  `${key}/${eventType}/${sequence}`;
const OTHER_CONTENT = 'Já há um arquivo desta chave com outro conteúdo assinado: este não foi guardado.';

async function classify(tx: Tx, notes: readonly IncomingNote[]): Promise<ClassifiedNote[]> {
  if (notes.length === 0) return [];
  const own = new Set((await tx.select({ cnpj: branches.cnpj }).from(branches)).map(({ cnpj }) => cnpj));
  const buyers = await knownBuyers(tx, notes);
  const codes = codesIn((await serviceParameters(tx)).cfopsDeVenda ?? '');
  return notes.map((file) => {
    const { note } = file.read;
    const rules = { codes, declared: file.declared ?? false };
    const verdict = classifyInvoice(note, (document) => own.has(document), rules);
    const unknown = note.model === NFCE_MODEL && !buyers.has(note.receiver?.document ?? '');
    return { ...file, rules, verdict: verdict.becomes === 'INVOICE' && unknown ? RETAIL : verdict };
  });
}

/** A retail receipt names the buyer, but does not make the buyer a customer. */
const RETAIL: InvoiceClassification = {
  kind: 'SEM_DESTINATARIO',
  becomes: 'ASIDE',
  sentence: 'Cupom (NFC-e) de quem não é cliente cadastrado: não cria o cliente.',
};

async function knownBuyers(tx: Tx, notes: readonly IncomingNote[]): Promise<Set<string>> {
  const retail = notes.flatMap(({ read: { note } }) =>
    note.model === NFCE_MODEL && note.receiver?.document ? [note.receiver.document] : [],
  );
  if (retail.length === 0) return new Set();
  const rows = await tx
    .select({ document: customers.document })
    .from(customers)
    .where(inArray(customers.document, retail));
  return new Set(rows.map(({ document }) => document));
}

function outcomeOf(file: ClassifiedNote, made: ReadonlyMap<string, MadeInvoice>): SettledFile {
  const { note, remark } = file.read;
  const invoice = made.get(note.key);
  if (invoice)
    return invoice.created
      ? settled(file, 'CRIADA', remark)
      : settled(file, 'IGUAL', 'A nota já estava no Balcão; o XML assinado foi guardado com ela.');
  if (file.verdict.kind === 'DE_OUTRO_EMITENTE') return settled(file, 'SEM_EMITENTE', file.verdict.sentence);
  if (file.verdict.kind === 'DEVOLUCAO_A_OUTRO') return settled(file, 'ESPERA', file.verdict.sentence);
  return settled(file, 'AO_LADO', file.verdict.sentence);
}

/** A branch decides about them: as their issuer, or as the receiver of a return. */
const WAITING_FOR_A_BRANCH: ReadonlySet<NoteKind> = new Set(['DE_OUTRO_EMITENTE', 'DEVOLUCAO_A_OUTRO']);

async function keepNotes(
  tx: Tx,
  notes: readonly ClassifiedNote[],
  made: ReadonlyMap<string, MadeInvoice>,
): Promise<void> {
  await keepDocuments(
    tx,
    notes.map((file) => {
      const invoice = made.get(file.read.note.key);
      const foreign = WAITING_FOR_A_BRANCH.has(file.verdict.kind);
      return {
        ...noteRow(file),
        state: invoice ? 'INVOICE' : foreign ? 'EMITTER' : 'BESIDE',
        invoiceId: invoice?.id ?? null,
      };
    }),
  );
}
