import { and, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Input } from '#contract/route.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { ticketExportRoutes } from '#contract/sac/tickets/ticketBulk.ts';
import { TicketRow } from '#contract/sac/tickets.ts';
import { type Cell, type SheetColumn, sheetWriters } from '#server/adapters/spreadsheet/spreadsheet.ts';
import { exportedFields, readableFields } from '#server/config/fields/queries.ts';
import type { Context } from '#server/context.ts';
import { forLongReading } from '#server/db/replica.ts';
import { returnInvoices, tickets } from '#server/db/tables/index.ts';
import { implement } from '#server/implement.ts';
import { inTime, MOST_OF_CHOICE } from '#server/paging/inTime.ts';
import type { Place } from '#server/paging/keyPage.ts';
import { maskedPart, personalFor } from '#server/session/personalData.ts';
import { ticketScope } from '#server/session/scope.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import type { FileAnswer } from '#server/storedFiles.ts';
import { audit } from '#server/writing/audit.ts';
import { wholeCondition } from '../list/listCondition.ts';
import { limitsOf, orderOf, readPage, requireSelection } from '../list/listTickets.ts';
import type { OrderedTickets } from '../list/places.ts';
import { rowViewOf, type SelectedRow, selectRows, ticketRow } from '../ticketRows.ts';

export const ticketExportImplementation = implement(ticketExportRoutes, { file: exportTickets });

type Request = Input<typeof ticketExportRoutes.file>;

/** Streams all selected tickets that the person may see as a file. An export is audited before its first byte is sent. */
async function exportTickets({ body }: Request, ctx: Context): Promise<FileAnswer> {
  const { formato, orderBy, direction, ...selection } = requireSelection(body);
  const condition = (await conditionOf(selection, ctx)) ?? sql`false`;
  const total = await inTime(
    ctx.db,
    selection.filtros?.condicao,
    (db) => db.$count(tickets, condition),
    MOST_OF_CHOICE,
  );
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'tickets',
    entityId: formato,
    after: { linhas: total, formato, ...selection },
  });
  ctx.setHeader('X-Total-Linhas', String(total));
  const zone = await zoneOf(ctx.db, ctx.user);
  const { mime, write } = sheetWriters[formato];
  const columns = await exportColumns(ctx);
  const rows = exportedRows(
    await forLongReading(ctx),
    {
      condition,
      ...orderOf(ctx.user, { orderBy, direction }),
      ...(selection.ids ? {} : limitsOf(selection.filtros ?? {})),
      total,
    },
    columns,
  );
  const now = ctx.now();
  const moment = `${localDate(now, zone)} ${localTime(now, zone).replace(':', 'h')}`;
  return {
    content: write({ name: 'Tickets', columns, rows, zone }),
    name: `tickets ${moment}.${formato}`,
    mime,
  };
}

/** The scope also applies to explicitly given tickets: those outside it are simply left out. */
async function conditionOf(
  { ids, filtros, excluidos = [] }: Pick<Request['body'], 'ids' | 'filtros' | 'excluidos'>,
  ctx: Context,
): Promise<SQL | undefined> {
  const chosen = ids
    ? and(ids.length > 0 ? inArray(tickets.id, ids) : sql`false`, ticketScope(ctx.user))
    : await wholeCondition(ctx, filtros ?? {});
  if (!chosen) return undefined;
  return excluidos.length > 0 ? and(chosen, notInArray(tickets.id, excluidos)) : chosen;
}

interface ExportedTicket {
  shown: TicketRow;
  row: SelectedRow;
  document: string;
  returnKey: string;
}

interface ExportColumn extends SheetColumn {
  value: (ticket: ExportedTicket) => Cell;
}

const column = (
  title: string,
  kind: SheetColumn['kind'],
  width: number,
  value: ExportColumn['value'],
): ExportColumn => ({ title, kind, width, value });

const STANDARD_COLUMNS: readonly ExportColumn[] = [
  column('Ticket', 'number', 10, ({ shown }) => shown.id),
  column('Situação', 'text', 22, ({ shown }) => rowOf(ticketStatus, shown.status).label),
  column('Tipo', 'text', 26, ({ shown }) => shown.tipo.desc),
  column('Assunto', 'text', 40, ({ shown }) => shown.assunto),
  column('Etapa', 'text', 24, ({ shown }) => shown.etapaAtual.descricao),
  column('Prazo', 'instant', 17, ({ row }) => row.ticket.dueAt),
  column('Prioridade', 'text', 12, ({ shown }) =>
    shown.prioridade === null ? '' : rowOf(ticketPriority, shown.prioridade).label,
  ),
  column('Adiado até', 'instant', 17, ({ shown }) => (shown.adiadoAte ? new Date(shown.adiadoAte) : null)),
  column('Código do cliente', 'number', 10, ({ shown }) => shown.cliente.id),
  column('Nome fantasia', 'text', 30, ({ shown }) => shown.cliente.fant),
  column('Razão social', 'text', 36, ({ shown }) => shown.cliente.razSoc),
  column('CNPJ ou CPF', 'text', 20, ({ document }) => formatDocument(document)),
  column('Filial', 'text', 28, ({ shown }) => shown.filial.razSoc),
  column('Setor', 'text', 18, ({ shown }) => shown.setor?.desc ?? ''),
  column('Operador', 'text', 26, ({ shown }) => shown.operador?.nome ?? ''),
  column('Representante', 'text', 26, ({ shown }) => shown.representante?.nome ?? ''),
  column('Criado por', 'text', 26, ({ shown }) => shown.criador.nome),
  column('Criado em', 'instant', 17, ({ row }) => row.ticket.createdAt),
  column('Atualizado em', 'instant', 17, ({ row }) => row.ticket.updatedAt),
  column('Finalizado em', 'instant', 17, ({ row }) => row.ticket.finishedAt),
  column('Arquivado', 'text', 10, ({ shown }) => (shown.arquivado ? 'Sim' : 'Não')),
  column('Chave da nota de devolução', 'code', 48, ({ returnKey }) => returnKey),
];

/** The standard columns, followed by the extra fields that are exported. */
async function exportColumns(ctx: Reader): Promise<readonly ExportColumn[]> {
  const fields = exportedFields(await readableFields(ctx.db, 'ticket', ctx.user));
  return [
    ...STANDARD_COLUMNS,
    ...fields.map((field) =>
      column(field.title, field.kind, field.width, ({ row }) => field.cell(row.ticket.extraFields)),
    ),
  ];
}

/** How many rows are held in memory at a time. */
const BATCH = 1_000;

type Reader = Pick<Context, 'db' | 'user' | 'now'>;

/**
 * Reads page by page by key, like the list: no row appears twice, and no transaction stays open while the client downloads.
 */
async function* exportedRows(
  ctx: Reader,
  list: OrderedTickets,
  columns: readonly ExportColumn[],
): AsyncGenerator<Cell[]> {
  let last: Place | null = null;
  for (;;) {
    const start: Parameters<typeof readPage>[2] = last ? { ...last, backwards: false } : { offset: 0 };
    const { rows, after } = await readPage(ctx.db, list, start, BATCH);
    for (const ticket of await ticketsOf(
      ctx,
      rows.map(({ id }) => id),
    ))
      yield columns.map(({ value }) => value(ticket));
    last = rows.at(-1) ?? null;
    if (!after || !last) return;
  }
}

async function ticketsOf(ctx: Reader, ids: number[]): Promise<ExportedTicket[]> {
  if (ids.length === 0) return [];
  const [rows, view, keys] = await Promise.all([
    selectRows(ctx.db).where(inArray(tickets.id, ids)),
    rowViewOf(ctx),
    ctx.db
      .select({ ticketId: returnInvoices.ticketId, key: returnInvoices.key })
      .from(returnInvoices)
      .where(inArray(returnInvoices.ticketId, ids)),
  ]);
  const byId = new Map(rows.map((row) => [row.ticket.id, row]));
  const keyOf = new Map(keys.map(({ ticketId, key }) => [ticketId, key]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const shown = maskedPart(ctx.user, TicketRow, ticketRow(row, view));
    const document = personalFor(ctx.user, 'DOCUMENTO', row.customer.document);
    return [{ row, shown, document, returnKey: keyOf.get(id) ?? '' }];
  });
}
