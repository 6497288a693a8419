import { gunzipSync } from 'node:zlib';
import { and, arrayOverlaps, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import { parseAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { eventEffect } from '#contract/rules/nfe/nfeNote.ts';
import { type NoteTrust, trustMark } from '#contract/rules/nfe/noteTrust.ts';
import { returnProblemText } from '#contract/rules/nfe/returnMatching.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { baseUnitOf } from '#contract/rules/tickets/returnUnits.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { InvoicePaper, invoicePaperRoutes, ReturnedLine } from '#contract/sac/invoicePapers.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import {
  invoiceItems,
  invoices,
  nfeDocuments,
  nfeReturnLines,
  paperDeductions,
  people,
} from '#server/db/tables/index.ts';
import { notFound } from '#server/errors.ts';
import { foreignNfe } from '#server/foreign/foreignNfe.ts';
import {
  cancelledAmong,
  linesWith,
  noteTrust,
  ticketsOfNotes,
  visibleInvoice,
} from '../../invoices/queries.ts';
import { productsOfLines } from '../../invoices/rules.ts';

const MAX_SHOWN = 200;

/** What arrived as files about an invoice: returns with what they lower, complements, adjustments, corrections, events. */
export async function invoicePapers(
  { params }: Input<typeof invoicePaperRoutes.list>,
  ctx: Context,
): Promise<Output<typeof invoicePaperRoutes.list>> {
  const found = await visibleInvoice(ctx, params.numNf);
  if (!found) throw notFound();
  const { db, user } = ctx;
  const { id, key } = found.invoice;
  const rows = await documentsOf(db, id, key);
  const lines = await returnedLines(
    db,
    rows.map(({ document }) => document.id),
    id,
  );
  const documentos = await Promise.all(
    rows.map(async (row) => paperOf(row, lines.get(row.document.id) ?? [], await textOf(row.document))),
  );
  const beyond = productsOfLines(await linesWith(db, eq(invoiceItems.invoiceId, id)));
  return {
    data: {
      documentos,
      avisos: [
        ...documentos.flatMap(unassignedWarning),
        ...beyond
          .filter(({ beyond }) => beyond !== '0')
          .map(
            ({ lines: [line], beyond }) =>
              `${line.description}: as notas de devolução trazem ${formatQuantity(beyond)} ${baseUnitOf(line)} além do que restava.`,
          ),
      ],
      avisoNota: trustMark(await trustOf(db, id)),
      podeLigar: allows(user.grants, 'TICKETS_LIBERAR_NOTA'),
    },
  };
}

async function trustOf(db: Executor, invoiceId: number): Promise<NoteTrust | null> {
  const [row] = await db.select({ trust: noteTrust }).from(invoices).where(eq(invoices.id, invoiceId));
  return row?.trust ?? null;
}

async function documentsOf(db: Executor, invoiceId: number, key: string) {
  const rows = await db
    .select()
    .from(nfeDocuments)
    .where(
      or(
        and(eq(nfeDocuments.invoiceId, invoiceId), ne(nfeDocuments.state, 'INVOICE')),
        and(arrayOverlaps(nfeDocuments.cites, [key]), sql`${nfeDocuments.cites} <> '{}'`),
      ),
    )
    .orderBy(desc(nfeDocuments.issuedOn), desc(nfeDocuments.id))
    .limit(MAX_SHOWN);
  const keys = [...new Set(rows.map((row) => row.key))];
  if (keys.length === 0) return [];
  const cancelled = await cancelledAmong(db, keys);
  const ticketOf = await ticketsOfNotes(db, keys);
  return rows.map((document) => ({
    document,
    cancelled: cancelled.has(document.key),
    ticket: ticketOf.get(document.key) ?? null,
  }));
}

type DocumentRow = Awaited<ReturnType<typeof documentsOf>>[number];

const KINDS: Readonly<Record<string, { tipo: InvoicePaper['tipo']; titulo: string }>> = {
  DEVOLUCAO_DE_CLIENTE: { tipo: 'DEVOLUCAO', titulo: 'Devolução' },
  COMPLEMENTO: { tipo: 'COMPLEMENTO', titulo: 'Nota complementar' },
  AJUSTE: { tipo: 'AJUSTE', titulo: 'Nota de ajuste' },
};

const EVENTS = {
  CANCELS: { tipo: 'CANCELAMENTO', titulo: 'Cancelamento' },
  CORRECTS: { tipo: 'CARTA_DE_CORRECAO', titulo: 'Carta de correção' },
  TELLS: { tipo: 'EVENTO', titulo: 'Evento da SEFAZ' },
} as const;

function paperOf(
  { document, cancelled, ticket }: DocumentRow,
  itens: ReturnedLine[],
  texto: string,
): InvoicePaper {
  const isEvent = document.eventType !== '';
  const kind = isEvent ? EVENTS[eventEffect(document.eventType)] : KINDS[document.kind];
  const number = Number(parseAccessKey(document.key)?.number);
  const standing = ticket === null ? ('BAIXA' as const) : ('TICKET' as const);
  const isReturn = kind?.tipo === 'DEVOLUCAO';
  return {
    id: document.id,
    chave: document.key,
    tipo: kind?.tipo ?? 'EVENTO',
    titulo: isEvent
      ? `${kind?.titulo} nº ${document.sequence}`
      : `${kind?.titulo ?? 'Nota'} ${number}${isReturn && document.emitterName ? ` de ${document.emitterName}` : ''}`,
    texto,
    data: document.issuedOn,
    valor: isEvent ? null : document.total,
    situacao: !isReturn ? 'JUNTO' : cancelled ? 'CANCELADA' : standing,
    ticket: isReturn ? ticket : null,
    itens,
  };
}

/** The words of an event stand in its file only; a note has at most twenty corrections. */
async function textOf({ eventType, content, trial }: DocumentRow['document']): Promise<string> {
  if (eventType === '' || eventEffect(eventType) === 'TELLS') return '';
  const read = await foreignNfe(gunzipSync(content), trial);
  return read.type === 'EVENT' ? read.event.text : '';
}

/** The lines of return notes by document, each with what it takes of this invoice. */
async function returnedLines(
  db: Executor,
  documentIds: readonly number[],
  invoiceId: number,
): Promise<Map<number, ReturnedLine[]>> {
  if (documentIds.length === 0) return new Map();
  const lines = await db
    .select({ line: nfeReturnLines, by: people.name })
    .from(nfeReturnLines)
    .leftJoin(people, eq(people.id, nfeReturnLines.assignedBy))
    .where(inArray(nfeReturnLines.documentId, [...documentIds]))
    .orderBy(asc(nfeReturnLines.documentId), asc(nfeReturnLines.line));
  const deductions = await db
    .select({
      returnLineId: paperDeductions.returnLineId,
      item: invoiceItems.id,
      linha: invoiceItems.line,
      produto: invoiceItems.description,
      quantidade: paperDeductions.units,
      unidade: sql<string>`coalesce(${invoiceItems.baseUnit}, ${invoiceItems.unit})`,
    })
    .from(paperDeductions)
    .innerJoin(invoiceItems, eq(invoiceItems.id, paperDeductions.invoiceItemId))
    .innerJoin(nfeReturnLines, eq(nfeReturnLines.id, paperDeductions.returnLineId))
    .where(and(inArray(nfeReturnLines.documentId, [...documentIds]), eq(invoiceItems.invoiceId, invoiceId)))
    .orderBy(asc(invoiceItems.line));
  const byDocument = new Map<number, ReturnedLine[]>();
  for (const { line, by } of lines)
    byDocument.set(line.documentId, [
      ...(byDocument.get(line.documentId) ?? []),
      {
        id: line.id,
        linha: line.line,
        codigo: line.code,
        descricao: line.description,
        unidade: line.unit,
        quantidade: line.quantity,
        problema: line.problem ? returnProblemText[line.problem] : '',
        baixas: deductions.flatMap(({ returnLineId, ...each }) => (returnLineId === line.id ? [each] : [])),
        ligada: line.assignedAt && { por: by ?? '', em: line.assignedAt.toISOString(), motivo: line.reason },
      },
    ]);
  return byDocument;
}

function unassignedWarning({ situacao, titulo, data, itens }: InvoicePaper): string[] {
  const open = itens.filter(({ problema }) => problema !== '').length;
  if (open === 0 || situacao !== 'BAIXA') return [];
  const day = data ? ` (${formatCalendarDate(data)})` : '';
  return [
    `${titulo}${day}: ${formatCount(open, 'item devolvido não foi ligado', 'itens devolvidos não foram ligados')} a um item desta nota, e ainda não ${open === 1 ? 'baixa' : 'baixam'} o que pode ser devolvido.`,
  ];
}
