import type { Readable } from 'node:stream';
import { and, eq, ne } from 'drizzle-orm';
import type { FileRef } from '#contract/config/platform.ts';
import { allows } from '#contract/permissions.ts';
import { type Decimal, parseDecimal } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { normalizeAccessKey, parseAccessKey } from '#contract/rules/nfe/accessKey.ts';
import {
  compareWithMirror,
  type InvoiceXml,
  isXml,
  KEY_TAKEN,
  type ReturnInvoiceContext,
  readTotal,
  returnInvoiceProblems,
} from '#contract/rules/steps/returnInvoice.ts';
import type { ReturnInvoiceInput } from '#contract/rules/steps/stepInput.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { files, returnInvoices } from '#server/db/tables/index.ts';
import { invalid, refuseProblems } from '#server/errors.ts';
import { attachedFiles, linkFiles } from '../change/attachedFiles.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import { loadMirror } from '../mirror/loadMirror.ts';
import type { StepEffect, StepWork } from './applyStepData.ts';
import { fileOfAttachment } from './receivedReturns.ts';

const NOTHING: ReturnInvoiceInput = { chave: '', total: '' };

/** The invoice that accompanies the returned goods, compared with the current mirror. */
export async function applyReturnInvoice(
  tx: Tx,
  ctx: Context,
  { ticket, data }: StepWork,
): Promise<StepEffect> {
  const given = data.notaDevolucao ?? NOTHING;
  const attached = await attachedFiles(tx, { arquivos: given.arquivos }, ctx.user);
  const input = {
    ...given,
    arquivos: (given.arquivos ?? []).map(({ id }) => attached.stored.get(id) ?? unknown(id)),
  };
  const keptFile = given.anexo
    ? await fileOfAttachment({ db: tx, user: ctx.user }, ticket.id, given.anexo)
    : null;
  const context = await contextOf(tx, ctx, ticket, { input, kept: keptFile });
  refuseProblems([
    ...(given.anexo && !keptFile
      ? [{ field: 'notaDevolucao.anexo', message: 'Anexo não encontrado. Escolha de novo.' }]
      : []),
    ...attached.problems.map(({ field, message }) => ({ field: `notaDevolucao.${field}`, message })),
    ...returnInvoiceProblems(input, context),
  ]);
  const note = await writeInvoice(tx, ctx, ticket, { input, context, kept: keptFile });
  await linkFiles(
    tx,
    ctx,
    ticket.id,
    input.arquivos.map(({ id }) => ({ fileId: id })),
  );
  return { set: {}, ...note };
}

/** A file that does not belong to the person proves nothing. */
const unknown = (id: string) => ({ id, nome: '', mime: '', tamanho: 0 });

async function contextOf(
  tx: Tx,
  ctx: Context,
  ticket: TicketRecord,
  { input: { chave, arquivos = [] }, kept }: { input: ReturnInvoiceInput; kept: KeptFile },
): Promise<ReturnInvoiceContext> {
  const key = normalizeAccessKey(chave);
  const [mirror, parameters, elsewhere, own] = await Promise.all([
    loadMirror(tx, ticket.id),
    serviceParameters(tx, ticket.branchId),
    tx
      .select({ id: returnInvoices.id })
      .from(returnInvoices)
      .where(and(eq(returnInvoices.key, key), ne(returnInvoices.ticketId, ticket.id))),
    tx.select().from(returnInvoices).where(eq(returnInvoices.ticketId, ticket.id)),
  ]);
  return {
    mirrorTotal: mirror.totals.total,
    tolerance: parameters.toleranciaEspelho,
    mayRelease: allows(ctx.user.grants, 'TICKETS_LIBERAR_NOTA'),
    keyTaken: elsewhere.length > 0,
    // The XML itself says which note it proves.
    provenKey: kept && isXml(kept.mime) ? key : own[0]?.fileId ? own[0].key : null,
    // An XML sent earlier still counts as the invoice: without a new proof, the amount is compared with it.
    xml: await xmlOf(tx, ctx, proofOf(arquivos) ?? kept?.id ?? (own[0]?.key === key ? own[0].fileId : null)),
  };
}

async function xmlOf(tx: Tx, ctx: Context, fileId: string | null): Promise<InvoiceXml | null> {
  if (!fileId) return null;
  const [file] = await tx.select().from(files).where(eq(files.id, fileId));
  return file && isXml(file.mime) ? readInvoiceXml(await textOf(await ctx.files.get(file.storedAs))) : null;
}

/** A file that the ticket already has. */
type KeptFile = Awaited<ReturnType<typeof fileOfAttachment>>;

interface CheckedInvoice {
  kept: KeptFile;
  input: ReturnInvoiceInput;
  context: ReturnInvoiceContext;
}

/**
 * Each ticket has one return invoice, and a second one replaces the first. A key that is already taken is also detected here,
 * in case two requests race for it.
 */
async function writeInvoice(
  tx: Tx,
  ctx: Context,
  ticket: TicketRecord,
  { input, context, kept }: CheckedInvoice,
): Promise<Pick<StepEffect, 'note' | 'after'>> {
  const key = normalizeAccessKey(input.chave);
  const total = readTotal(input.total) ?? '0';
  const { difference, within } = compareWithMirror(total, context);
  const [earlier] = await tx.delete(returnInvoices).where(eq(returnInvoices.ticketId, ticket.id)).returning();
  const proof = proofOf(input.arquivos) ?? kept?.id ?? (earlier?.key === key ? earlier.fileId : null);
  const written = await tx
    .insert(returnInvoices)
    .values({
      ticketId: ticket.id,
      key,
      total,
      mirrorTotal: context.mirrorTotal,
      fileId: proof,
      overriddenBy: within ? null : ctx.user.id,
      overrideReason: within ? '' : (input.liberacao?.motivo.trim() ?? ''),
      createdBy: ctx.user.id,
      createdAt: ctx.now(),
    })
    .onConflictDoNothing()
    .returning({ id: returnInvoices.id });
  if (written.length === 0) throw invalid({ 'notaDevolucao.chave': KEY_TAKEN });
  const number = Number(parseAccessKey(key)?.number);
  const released = within ? '' : ` A diferença de ${formatMoney(difference, 2)} foi liberada.`;
  return {
    note: `Nota de devolução ${number} de ${formatMoney(total, 2)}.${released}`,
    after: {
      chave: key,
      total,
      totalEspelho: context.mirrorTotal,
      ...(within ? {} : { motivoLiberacao: input.liberacao?.motivo }),
    },
  };
}

/** Prefers the XML to the PDF, since the XML is the invoice itself. */
const proofOf = (given: readonly FileRef[] = []): string | null =>
  (given.find(({ mime }) => isXml(mime)) ?? given.find(({ mime }) => mime === 'application/pdf'))?.id ?? null;

/** An invoice of a thousand lines takes about two megabytes; its key is near the start and its total near the end. */
const MAX_READ = 8 * 1024 * 1024;

/**
 * Extracts the key and the total of an NF-e by searching its text. No parser is used, so nothing in the file is expanded or
 * followed. A file with a document type declaration is rejected before this point (inspect.ts). A value that is not found is
 * `null`.
 */
export function readInvoiceXml(text: string): InvoiceXml {
  const plain = withoutComments(text);
  return { chave: keyIn(plain), total: totalIn(plain) };
}

/** The text of a stored file, up to the amount that is ever examined. */
async function textOf(content: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of content) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > MAX_READ) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Looks at the `Id` of the invoice itself first; the tax office's protocol, which also has the key, comes after it. A file
 * holds one invoice, so only the first such element is examined, and a file full of them costs no more.
 */
function keyIn(text: string): string | null {
  const [, attributes = ''] = /<(?:\w{1,20}:)?infNFe\s([^>]{0,400})/.exec(text) ?? [];
  const id = /\bId\s{0,5}=\s{0,5}["']NFe([0-9A-Z]{44})["']/.exec(attributes);
  return id?.[1] ?? elementIn(text, 'chNFe', '[0-9A-Z]{44}');
}

function totalIn(text: string): Decimal | null {
  const total = elementIn(text, 'vNF', '\\d{1,15}(?:\\.\\d{1,4})?');
  return total === null ? null : parseDecimal(total);
}

const elementIn = (text: string, name: string, content: string): string | null =>
  new RegExp(`<(?:\\w{1,20}:)?${name}>\\s{0,20}(${content})\\s{0,20}</`).exec(text)?.[1] ?? null;

/** The content of a comment is not part of the invoice. */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  for (let at = 0; ; ) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return pieces.concat(text.slice(at)).join('');
    pieces.push(text.slice(at, start));
    const end = text.indexOf('-->', start + 4);
    if (end < 0) return pieces.join('');
    at = end + 3;
  }
}
