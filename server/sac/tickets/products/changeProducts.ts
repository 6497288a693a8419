import { and, eq, inArray } from 'drizzle-orm';
import type { Output } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Problem } from '#contract/rules/problem.ts';
import { itemToasts } from '#contract/rules/tickets/ticketItems.ts';
import { type ProductsInput, ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { invoiceItems, invoices, ticketAttachments, ticketItems } from '#server/db/tables/index.ts';
import { invalid, refuseProblems } from '#server/errors.ts';
import { plainTexts } from '#server/text/plainText.ts';
import { command } from '#server/writing/command.ts';
import { lockLines } from '../../invoices/queries.ts';
import { linkFiles } from '../change/attachedFiles.ts';
import { changeTicket } from '../change/changeTicket.ts';
import { lockTicket } from '../change/lockTicket.ts';
import { writeItems } from '../create/writeItems.ts';
import type { TicketLine } from '../steps/writeLines.ts';
import { type AddedLines, addedLines, type ProductsContext, productsGround } from './addedLines.ts';
import { type ChangedLine, changedLines } from './changedLines.ts';

type Change = typeof ticketItemRoutes.changeProducts;

export const changeProducts = command(ticketItemRoutes.changeProducts, (tx, ctx, { params, body }) =>
  writeProducts(tx, ctx, params.idTicket, plainTexts(body)),
);

/** Adds, changes and removes lines of a ticket before its analysis; either everything is applied or nothing. */
export async function writeProducts(
  tx: Tx,
  ctx: Context,
  id: number,
  body: ProductsInput,
): Promise<Output<Change>> {
  const ticket = await lockTicket(tx, ctx.user, id, { versao: body.versao });
  const ground = await productsGround(tx, ctx, ticket);
  if (countOf(body) === 0) throw invalid({ itens: 'Inclua, altere ou remova ao menos um produto.' });
  await lockForProducts(tx, body, ground.lines);
  // Removed lines release their quantities first, so that these can be taken again in the same command.
  const removed = ground.lines.filter(({ id: line }) => body.removidos?.includes(line));
  await removeLines(
    tx,
    removed.map((line) => line.id),
  );
  const changed = await changedLines(tx, body, ground);
  const added = await addedLines(tx, ctx, body, ground);
  refuseProblems([
    ...removalProblems(body, ground),
    ...changed.problems,
    ...added.problems,
    ...countProblems(body, ground),
  ]);
  await writeChanged(tx, changed.changes);
  await writeAdded(tx, ctx, id, added, ground);
  const note = noteOf(body);
  await changeTicket(tx, ctx, ticket, {
    event: { type: 'PRODUTOS', note },
    audit: {
      action: 'ALTERAR_PRODUTOS',
      before: { linhas: ground.lines.map(({ item }) => shortOf(item)) },
      after: { linhas: await linesNow(tx, id) },
    },
  });
  return { data: { id, message: note } };
}

const countOf = ({ itens = [], itensAvulsos = [], alterados = [], removidos = [] }: ProductsInput) =>
  itens.length + itensAvulsos.length + alterados.length + removidos.length;

function removalProblems({ removidos = [] }: ProductsInput, { lines }: ProductsContext): Problem[] {
  const lineIds = new Set(lines.map(({ id }) => id));
  return removidos.flatMap((id, index) =>
    lineIds.has(id) ? [] : [{ field: `removidos.${index}`, message: 'Este produto não é deste ticket.' }],
  );
}

/** As for a new ticket: not too many, and at least one if the type requires it. */
function countProblems(
  { itens = [], itensAvulsos = [], removidos = [] }: ProductsInput,
  { known, lines }: ProductsContext,
): Problem[] {
  const removedIds = new Set(removidos);
  const staying = lines.filter(({ id }) => !removedIds.has(id));
  const loose = staying.filter(({ item }) => item.invoiceItemId === null).length + itensAvulsos.length;
  const bought = staying.filter(({ item }) => item.invoiceItemId !== null).length + itens.length;
  const { type } = known.type;
  const { maximoItensTicket: max } = known.parameters;
  const checks: [boolean, string, string][] = [
    [loose + bought > max && itens.length + itensAvulsos.length > 0, 'itens', itemToasts.limit(max)],
    [
      type?.usa_nota_produto === 2 && bought === 0,
      'removidos',
      'O ticket precisa de pelo menos um item. Para desistir dele, cancele o ticket.',
    ],
    [
      type?.usa_produto === 2 && loose === 0,
      'removidos',
      'O ticket precisa de pelo menos um produto. Para desistir dele, cancele o ticket.',
    ],
  ];
  return checks.flatMap(([fails, field, message]) => (fails ? [{ field, message }] : []));
}

/** A removed line's photos stay with the ticket, so that nothing that was sent is lost. */
async function removeLines(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(ticketAttachments)
    .set({ itemId: null })
    .where(inArray(ticketAttachments.itemId, [...ids]));
  await tx.delete(ticketItems).where(inArray(ticketItems.id, [...ids]));
}

async function writeChanged(tx: Tx, changes: readonly ChangedLine[]): Promise<void> {
  for (const { line, requested, reason, note } of changes)
    await tx
      .update(ticketItems)
      .set({
        unit: requested.unit,
        factor: requested.factor,
        requested: requested.quantity,
        held: requested.base,
        reasonId: reason?.id ?? null,
        reasonText: reason?.descricao ?? '',
        note,
      })
      .where(eq(ticketItems.id, line.id));
}

async function writeAdded(tx: Tx, ctx: Context, id: number, added: AddedLines, ground: ProductsContext) {
  const last = Math.max(0, ...ground.lines.map(({ item }) => item.line));
  const photos = await writeItems(tx, id, { ...added, type: ground.known.type }, last);
  await linkFiles(tx, ctx, id, photos);
}

type Item = typeof ticketItems.$inferSelect;

const shortOf = ({ productId, requested, reasonText, note }: Item) => ({
  produto: productId,
  solicitada: requested,
  motivo: reasonText,
  obs: note,
});

const linesNow = async (tx: Tx, id: number) =>
  (await tx.select().from(ticketItems).where(eq(ticketItems.ticketId, id)).orderBy(ticketItems.line)).map(
    shortOf,
  );

/** 'Produtos: 2 incluídos, 1 removido.' */
function noteOf({ itens = [], itensAvulsos = [], alterados = [], removidos = [] }: ProductsInput): string {
  const added = itens.length + itensAvulsos.length;
  const parts = [
    ...(added > 0 ? [formatCount(added, 'incluído', 'incluídos')] : []),
    ...(alterados.length > 0 ? [formatCount(alterados.length, 'alterado', 'alterados')] : []),
    ...(removidos.length > 0 ? [formatCount(removidos.length, 'removido', 'removidos')] : []),
  ];
  return `Produtos: ${parts.join(', ')}.`;
}

/**
 * Locks every invoice line that the change touches at once and in id order: otherwise added and changed lines would be locked
 * one after the other, and two users could deadlock.
 */
async function lockForProducts(
  tx: Tx,
  { itens = [], alterados = [] }: ProductsInput,
  lines: readonly TicketLine[],
): Promise<void> {
  const changed = new Set(alterados.map(({ id }) => id));
  const heldItemIds = lines.flatMap(({ id, item }) => (changed.has(id) ? (item.invoiceItemId ?? []) : []));
  await lockLines(tx, [...new Set([...heldItemIds, ...(await namedLines(tx, itens))])]);
}

async function namedLines(tx: Tx, itens: NonNullable<ProductsInput['itens']>): Promise<number[]> {
  if (itens.length === 0) return [];
  const rows = await tx
    .select({ id: invoiceItems.id })
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(
      and(
        inArray(invoices.key, [...new Set(itens.map(({ nfe }) => nfe))]),
        inArray(invoiceItems.productId, [...new Set(itens.map(({ produto_id }) => produto_id))]),
      ),
    );
  return rows.map(({ id }) => id);
}
