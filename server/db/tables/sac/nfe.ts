import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { NfeOutcome } from '#contract/catalogs/nfe.ts';
import type { NoteKind } from '#contract/rules/nfe/nfeNote.ts';
import type { ChainProblem } from '#contract/rules/nfe/noteTrust.ts';
import type { ReturnProblem } from '#contract/rules/nfe/returnMatching.ts';
import {
  baseUnits,
  createdAt,
  emptyArray,
  identity,
  instant,
  lineQuantity,
  money,
  updatedAt,
} from '../columns.ts';
import { invoiceItems, invoices } from '../customers/customers.ts';
import { people } from '../people/people.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Periods in PostgreSQL's own notation. */
const periods = customType<{ data: string }>({ dataType: () => 'tstzmultirange' });

/** Certificates of the authorities that the company trusts: chains lead through them to those that are roots. */
export const nfeAuthorities = pgTable(
  'nfe_authorities',
  {
    id: identity(),
    /** SHA-256 of the certificate, in hexadecimal. */
    fingerprint: text('fingerprint').notNull(),
    name: text('name').notNull(),
    issuerName: text('issuer_name').notNull(),
    isRoot: boolean('is_root').notNull(),
    validFrom: instant('valid_from').notNull(),
    validTo: instant('valid_to').notNull(),
    certificate: bytes('certificate').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('nfe_authorities_fingerprint_key').on(t.fingerprint)],
);

/**
 * Each certificate that signed a stored file, once. The chain is a fact of the certificate and of time, so the verdict stands
 * here: a file is proven if it was signed within `trusted`. Whoever changes the authorities has each signer judged again.
 */
export const nfeSigners = pgTable(
  'nfe_signers',
  {
    id: identity(),
    fingerprint: text('fingerprint').notNull(),
    certificate: bytes('certificate').notNull(),
    /** When its whole chain was valid. */
    trusted: periods('trusted').notNull().default(sql`'{}'`),
    /** Why there is no such time. */
    problem: text('problem').$type<ChainProblem | ''>().notNull().default(''),
    /** False until the authorities of today were asked. */
    judged: boolean('judged').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('nfe_signers_fingerprint_key').on(t.fingerprint),
    index('nfe_signers_unjudged_idx').on(t.id).where(sql`not judged`),
  ],
);

/**
 * Every genuine NF-e file that was read, note or event, with the signed file itself. Its natural key is the access key, event
 * type and sequence number. The source of an invoice, a refusal or a pending document can be read again from here.
 */
export const nfeDocuments = pgTable(
  'nfe_documents',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    key: text('key').notNull(),
    /** `tpEvento`; '' for the note itself. */
    eventType: text('event_type').notNull().default(''),
    sequence: integer('sequence').notNull().default(0),
    kind: text('kind').$type<NoteKind | 'EVENTO'>().notNull(),
    /** INVOICE has its invoice; BESIDE accompanies one or has no effect; EMITTER and NOTE wait for the respective one. */
    state: text('state').$type<'INVOICE' | 'BESIDE' | 'EMITTER' | 'NOTE'>().notNull(),
    emitter: text('emitter').notNull(),
    emitterName: text('emitter_name').notNull().default(''),
    emitterState: text('emitter_state').notNull().default(''),
    /** CPF or CNPJ of the receiver; '' without one, and for events. */
    receiver: text('receiver').notNull().default(''),
    /** CNPJ or CPF of the carrier, and its name; '' without one. */
    carrier: text('carrier').notNull().default(''),
    carrierName: text('carrier_name').notNull().default(''),
    issuedOn: date('issued_on'),
    total: money('total'),
    /** The note that an event, a return or a complement is about. */
    refersTo: text('refers_to').notNull().default(''),
    /** Every note that it cites. */
    cites: text('cites').array().notNull().default(sql`'{}'`),
    /** The codes of its lines, each once. */
    cfops: text('cfops').array().notNull().default(sql`'{}'`),
    /** Something that decides about it has changed since it was judged. */
    stale: boolean('stale').notNull().default(false),
    invoiceId: integer('invoice_id').references(() => invoices.id, { onDelete: 'set null' }),
    /** `DigestValue` of the signed part, which is identical in two files of one note. */
    digest: text('digest').notNull(),
    /** The original file, compressed (gzip). */
    content: bytes('content').notNull(),
    /** `null` for a file that does not say it, and for one of before signers were recorded until it is read again. */
    signerId: integer('signer_id').references(() => nfeSigners.id),
    /** When it was signed, as it says itself. */
    signedAt: instant('signed_at'),
    /** From the authority's environment for tests. */
    trial: boolean('trial').notNull().default(false),
    /** Version of what is taken from a file (`FILE_READING`); files that an older one read are read again. */
    reading: smallint('reading').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('nfe_documents_key').on(t.key, t.eventType, t.sequence),
    index('nfe_documents_emitter_idx').on(t.state, t.emitter, t.id),
    index('nfe_documents_kind_idx').on(t.state, t.kind, t.id),
    index('nfe_documents_receiver_idx').on(t.state, t.receiver, t.id),
    index('nfe_documents_refers_idx').on(t.refersTo),
    index('nfe_documents_cites_idx').using('gin', t.cites).where(sql`cites <> '{}'`),
    index('nfe_documents_stale_idx').on(t.id).where(sql`stale`),
    index('nfe_documents_invoice_idx').on(t.invoiceId),
    index('nfe_documents_signer_idx').on(t.signerId),
    index('nfe_documents_reading_idx').on(t.reading, t.id),
  ],
);

/** The lines of the return notes among the documents, as they stand there. */
export const nfeReturnLines = pgTable(
  'nfe_return_lines',
  {
    id: identity(),
    documentId: bigint('document_id', { mode: 'number' })
      .notNull()
      .references(() => nfeDocuments.id, { onDelete: 'cascade' }),
    /** `nItem`. */
    line: integer('line').notNull(),
    code: text('code').notNull(),
    barcode: text('barcode').notNull(),
    ncm: text('ncm').notNull(),
    description: text('description').notNull(),
    unit: text('unit').notNull(),
    quantity: lineQuantity('quantity').notNull(),
    /** Why it lowers no right; `null` once it is assigned, and while its note waits for the one that it cites. */
    problem: text('problem').$type<ReturnProblem>(),
    /** Who assigned it to lines of the sale, and why; lines that were matched by themselves have nobody. */
    assignedBy: integer('assigned_by').references(() => people.id),
    assignedAt: instant('assigned_at'),
    reason: text('reason').notNull().default(''),
  },
  (t) => [
    uniqueIndex('nfe_return_lines_line_key').on(t.documentId, t.line),
    index('nfe_return_lines_problem_idx').on(t.documentId).where(sql`problem is not null`),
  ],
);

/**
 * What a line of a return note takes of a line of the sale, in base units. It counts while its note stands by itself: not
 * cancelled, and not the note of a ticket (server/sac/invoices/paperReturns.ts).
 */
export const paperDeductions = pgTable(
  'paper_deductions',
  {
    returnLineId: integer('return_line_id')
      .notNull()
      .references(() => nfeReturnLines.id, { onDelete: 'cascade' }),
    invoiceItemId: integer('invoice_item_id')
      .notNull()
      .references(() => invoiceItems.id, { onDelete: 'cascade' }),
    units: baseUnits('units').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.returnLineId, t.invoiceItemId] }),
    index('paper_deductions_item_idx').on(t.invoiceItemId),
  ],
);

/**
 * Master data that kept notes may have waited for, written by triggers in the transaction of the change, whichever way it is
 * written. Judged by server/sac/nfe/recheck, and then gone.
 */
export const nfeRechecks = pgTable('nfe_rechecks', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  kind: text('kind').$type<'FILIAL' | 'CLIENTE' | 'PRODUTO' | 'NOTA' | 'CFOP'>().notNull(),
  /** The id of the branch, customer, product or invoice; 0 for the parameter. */
  about: integer('about').notNull(),
});

/** One import of files, or the processing of documents that waited for their emitter. Rows before `processed` are done. */
export const nfeImports = pgTable(
  'nfe_imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** From the request, for the audit log. */
    ip: text('ip').notNull().default(''),
    requestId: text('request_id').notNull().default(''),
    status: text('status')
      .$type<'NA_FILA' | 'EXECUTANDO' | 'CONCLUIDO' | 'CANCELADO' | 'FALHOU'>()
      .notNull()
      .default('NA_FILA'),
    /** Uploaded files in order; empty when waiting documents are processed. */
    files: jsonb('files').$type<{ id: string; nome: string }[]>().notNull().default(emptyArray),
    /** CNPJ whose waiting documents are processed; '' for an upload. */
    emitter: text('emitter').notNull().default(''),
    /** Counted when the work begins. */
    total: integer('total'),
    /** A sentence on why it ended early. */
    failure: text('failure').notNull().default(''),
    processed: integer('processed').notNull().default(0),
    /** How often it was begun since it last got on; a process that is killed by what it reads does not begin for ever. */
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [index('nfe_imports_created_idx').on(t.createdAt.desc().nullsFirst())],
);

/** The outcome of each file of an import, written in the transaction that imported it. Swept after a month. */
export const nfeImportRows = pgTable(
  'nfe_import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => nfeImports.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    /** File name within its ZIP. */
    name: text('name').notNull(),
    key: text('key').notNull().default(''),
    outcome: text('outcome').$type<NfeOutcome>().notNull(),
    code: text('code').notNull().default(''),
    sentence: text('sentence').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.place] }),
    index('nfe_import_rows_outcome_idx').on(t.importId, t.outcome, t.place),
  ],
);
