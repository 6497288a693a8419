import { and, eq, isNull, or } from 'drizzle-orm';
import { totalSizeProblems } from '#contract/rules/files.ts';
import type { Problem } from '#contract/rules/problem.ts';
import { allItemProblems } from '#contract/rules/tickets/ticketItems.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { ProductsInput } from '#contract/sac/tickets/ticketItems.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { branches, customers, reasons, ticketMenus, ticketTypes } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { productReasonsOf, typeColumns, typeOf } from '../../ticketCatalog/queries.ts';
import { type AttachedFiles, attachedFiles, withTrueSizes } from '../change/attachedFiles.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import {
  loadReferences,
  loadRequestedLines,
  type References,
  type RequestedLines,
  type TicketContext,
} from '../create/references.ts';
import { type TicketLine, ticketLines } from '../steps/writeLines.ts';

export interface AddedLines {
  input: ReturnType<typeof withTrueSizes>;
  references: References;
  requested: RequestedLines;
  files: AttachedFiles;
  problems: Problem[];
}

/** The lines to be added, checked with the rules for a new ticket and against the lines that stay. */
export async function addedLines(
  tx: Tx,
  ctx: Context,
  { itens = [], itensAvulsos = [], removidos = [] }: ProductsInput,
  { known, lines }: ProductsContext,
): Promise<AddedLines> {
  const body = { itens, itensAvulsos };
  const references = await loadReferences(tx, body, known, ctx.user);
  const requested = await loadRequestedLines(tx, body, known);
  const files = await attachedFiles(tx, body, ctx.user);
  const input = withTrueSizes(body, files);
  const removedIds = new Set(removidos);
  const staying = lines.filter(({ id }) => !removedIds.has(id));
  const bound = new Set(staying.flatMap(({ item }) => item.invoiceItemId ?? []));
  const loose = new Set(staying.flatMap(({ item }) => (item.invoiceItemId === null ? item.productId : [])));
  const repeated = [
    ...itens.map((item) => requested.productOf(item)?.lines.some(({ id }) => bound.has(id)) ?? false),
    ...itensAvulsos.map(({ produto_id }) => loose.has(produto_id)),
  ].flatMap((stands, index): Problem[] => {
    const field = index < itens.length ? `itens.${index}` : `itensAvulsos.${index - itens.length}`;
    return stands
      ? [{ field: `${field}.produto_id`, message: 'Este produto já está no ticket. Altere a linha dele.' }]
      : [];
  });
  return {
    input,
    references,
    requested,
    files,
    problems: [
      ...repeated,
      ...unwantedLines(body, known.type.type),
      ...references.problems,
      ...requested.problems,
      ...files.problems,
      ...allItemProblems(input.itens ?? [], requested.contextOf),
      ...totalSizeProblems('itens', [...files.stored.values()], known.parameters.limiteArquivosBytes),
    ],
  };
}

/** A type that does not ask for products does not accept any later either. */
function unwantedLines(
  { itens, itensAvulsos }: Required<Pick<ProductsInput, 'itens' | 'itensAvulsos'>>,
  type: ProductsContext['known']['type']['type'],
): Problem[] {
  const message = 'Este tipo de ticket não usa estes produtos.';
  return [
    ...(itens.length > 0 && !type?.usa_nota_produto ? [{ field: 'itens', message }] : []),
    ...(itensAvulsos.length > 0 && !type?.usa_produto ? [{ field: 'itensAvulsos', message }] : []),
  ];
}

/** The context for checking a change of products: everything known when the ticket was created, and its existing lines. */
export interface ProductsContext {
  known: TicketContext;
  lines: TicketLine[];
}

/** Throws if the products can no longer change: the ticket is closed, or any line has been analysed. */
export async function productsGround(tx: Tx, ctx: Context, ticket: TicketRecord): Promise<ProductsContext> {
  if (isClosed(ticket.status))
    throw refused('TICKET_ENCERRADO', 'O ticket está encerrado. Reabra-o para mudar os produtos.');
  const lines = await ticketLines(tx, ticket.id);
  if (lines.some(({ item }) => item.status !== 'AN' || item.settled))
    throw refused('JA_ANALISADO', 'Os produtos já foram analisados e não podem mais mudar.');
  return { known: await contextOfTicket(tx, ctx, ticket), lines };
}

/** The ticket keeps its type, even if new tickets of that type can no longer be opened. */
export async function contextOfTicket(
  tx: Tx,
  ctx: Context,
  ticket: Pick<TicketRecord, 'id' | 'typeId' | 'customerId' | 'branchId'>,
): Promise<TicketContext> {
  const [row] = await tx
    .select({ type: typeColumns, customer: customers, branch: branches })
    .from(ticketTypes)
    .innerJoin(ticketMenus, eq(ticketMenus.id, ticketTypes.menuId))
    .innerJoin(customers, eq(customers.id, ticket.customerId))
    .innerJoin(branches, eq(branches.id, ticket.branchId))
    .where(eq(ticketTypes.id, ticket.typeId));
  if (!row) throw new Error(`ticket ${ticket.id} has no type`);
  const offeredReasons = await tx
    .select()
    .from(reasons)
    .where(and(eq(reasons.active, true), or(eq(reasons.typeId, ticket.typeId), isNull(reasons.typeId))));
  return {
    type: {
      type: typeOf(row.type, offeredReasons),
      row: row.type,
      productReasons: productReasonsOf(offeredReasons, row.type.id),
      problems: [],
    },
    parties: {
      customer: row.customer,
      branch: row.branch,
      consumer: null,
      checkedInput: { idCli: row.customer.id, idFil: row.branch.id, consumidorFinal: null },
    },
    today: localDate(ctx.now(), row.branch.timeZone ?? DEFAULT_TIME_ZONE),
    parameters: await serviceParameters(tx, row.branch.id),
  };
}
