import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { type Negotiation, negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { negotiationStatus } from '#contract/catalogs/orderStatus.ts';
import type { Input } from '#contract/route.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { type Cell, type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context } from '../../context.ts';
import { forLongReading } from '../../db/replica.ts';
import { negotiationReasons, priceNegotiations } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { Results } from '../../writing/rowResults.ts';
import { authorizePrices, denyPrices } from './decide.ts';
import { negotiationDetails, negotiationsOfQuote } from './ofQuote.ts';
import { listNegotiations, type NegotiationQuery, negotiationCondition, negotiationPage } from './queries.ts';
import { alreadyDecided, lockRequests, type RecordedPrice, recordPrices } from './record.ts';
import { changeRequests, requestPrices } from './request.ts';
import type { NegotiationRow } from './rows.ts';

type Request = Input<typeof negotiationRoutes.export>;

interface Column extends SheetColumn {
  value: (row: Negotiation) => Cell;
}

const column = (
  title: string,
  kind: SheetColumn['kind'],
  width: number,
  value: Column['value'],
  format?: string,
): Column => ({ title, kind, width, value, ...(format && { format }) });

const PRICE = '#,##0.00##';
const COLUMNS: readonly Column[] = [
  column('Orçamento', 'number', 11, (row) => row.idPedido),
  column('Situação', 'text', 12, (row) => rowOf(negotiationStatus, row.status).label),
  column('Código do cliente', 'number', 10, (row) => row.cliente.id),
  column('Cliente', 'text', 32, (row) => row.cliente.fant),
  column('Filial', 'text', 22, (row) => row.filial.nome),
  column('Código do produto', 'text', 14, (row) => row.produto.idExibicao),
  column('Produto', 'text', 40, (row) => row.produto.descricao),
  column('Quantidade', 'decimal', 12, (row) => row.quantidade, '#,##0.###'),
  column('Preço de tabela', 'decimal', 14, (row) => row.precoTabela, PRICE),
  column('Preço solicitado', 'decimal', 14, (row) => row.precoSolicitado, PRICE),
  column('Preço autorizado', 'decimal', 14, (row) => row.precoAutorizado, PRICE),
  column('Desconto (%)', 'decimal', 12, (row) => row.percDesconto, '#,##0.00'),
  column('Solicitante', 'text', 26, (row) => row.solicitante.nome),
  column('Solicitado em', 'instant', 17, (row) => new Date(row.dtHorInc)),
  column('Motivo', 'text', 24, (row) => row.motivo ?? ''),
  column('Observação', 'text', 40, (row) => row.obs),
  column('Decidido por', 'text', 26, (row) => row.decisor?.nome ?? ''),
  column('Decidido em', 'instant', 17, (row) => (row.dtHorDecisao ? new Date(row.dtHorDecisao) : null)),
  column('Motivo da decisão', 'text', 40, (row) => row.motivoDecisao),
];

/** Streams everything that the list finds as it is read; the audit entry is written before the first byte leaves. */
async function exportNegotiations({ query }: Request, ctx: Context): Promise<FileAnswer> {
  const { formato = 'xlsx', ...filters } = query;
  // An invalid filter is refused before the file has begun.
  const where = await negotiationCondition(filters, ctx);
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'price_negotiations',
    entityId: formato,
    after: { formato, ...filters },
  });
  const zone = await zoneOf(ctx.db, ctx.user);
  const { mime, write } = sheetWriters[formato];
  return {
    content: write({
      name: 'Preços negociados',
      columns: COLUMNS,
      rows: exportedRows(await forLongReading(ctx), where, filters),
      zone,
    }),
    name: `preços negociados ${localDate(ctx.now(), zone)}.${formato}`,
    mime,
  };
}

const BATCH = 500;

async function* exportedRows(
  ctx: Context,
  where: SQL | undefined,
  query: NegotiationQuery,
): AsyncGenerator<Cell[]> {
  for (let offset = 0; ; offset += BATCH) {
    const rows = await negotiationPage(ctx, where, query, { take: BATCH, offset });
    for (const row of rows) yield COLUMNS.map(({ value }) => value(row));
    if (rows.length < BATCH) return;
  }
}

/** Withdraws the user's own requests while they are undecided. */
const cancelRequests = command(negotiationRoutes.cancel, async (tx, ctx, { query }) => {
  const results = new Results();
  for await (const { order, rows } of lockRequests(tx, ctx, query.ids, results)) {
    const cancelled: RecordedPrice[] = [];
    for (const row of rows) {
      const { id, requestedPrice } = row.negotiation;
      const done = await results.attempt(id, async () => {
        requireOwn(row, ctx);
        const refusal = alreadyDecided(row);
        if (refusal) throw refusal;
        await tx
          .update(priceNegotiations)
          .set({ status: 'C', decidedAt: ctx.now(), version: sql`${priceNegotiations.version} + 1` })
          .where(eq(priceNegotiations.id, id));
        return true;
      });
      if (!done) continue;
      results.done.push(id);
      cancelled.push({ id, product: row.product.descricao, price: requestedPrice });
    }
    await recordPrices(tx, ctx, order, {
      action: 'CANCELAR_PRECO',
      words: ['Solicitação de preço cancelada', 'solicitações de preço canceladas'],
      prices: cancelled,
    });
  }
  return results.answer();
});

/** Marks the user's requests as seen. Nothing changes for the customer, so only the audit log records it. */
const markSeen = command(negotiationRoutes.seen, async (tx, ctx, { body }) => {
  const results = new Results();
  for await (const { order, rows } of lockRequests(tx, ctx, body.ids, results)) {
    const seen: number[] = [];
    for (const row of rows) {
      const { id, status, seenAt } = row.negotiation;
      const fresh = await results.attempt(id, async () => {
        requireOwn(row, ctx);
        if (status !== 'A' && status !== 'N')
          throw refused('NAO_DECIDIDO', 'Ninguém decidiu este preço ainda.');
        if (seenAt) return false;
        await tx
          .update(priceNegotiations)
          .set({ seenAt: ctx.now(), version: sql`${priceNegotiations.version} + 1` })
          .where(eq(priceNegotiations.id, id));
        return true;
      });
      if (fresh === undefined) continue;
      results.done.push(id);
      if (fresh) seen.push(id);
    }
    if (seen.length > 0)
      await audit(tx, ctx, {
        action: 'LER',
        entity: 'price_negotiations',
        entityId: order.id,
        after: { precos: seen },
      });
  }
  return results.answer();
});

function requireOwn({ negotiation, requester }: NegotiationRow, { user }: Context): void {
  if (negotiation.requesterId !== user.id)
    throw refused('DE_OUTRA_PESSOA', `A solicitação é de ${requester}: só quem pediu pode fazer isto.`);
}

export const negotiationImplementation = implement(negotiationRoutes, {
  list: ({ query }, ctx) => listNegotiations(query, ctx),
  export: exportNegotiations,
  reasons: (_input, { db }) =>
    db
      .select({ id: negotiationReasons.id, nome: negotiationReasons.name })
      .from(negotiationReasons)
      .where(eq(negotiationReasons.active, true))
      .orderBy(asc(negotiationReasons.id)),
  details: ({ params }, ctx) => negotiationDetails(params.idPedido, ctx),
  ofQuote: ({ params }, ctx) => negotiationsOfQuote(params.idPedido, ctx),
  request: requestPrices,
  change: changeRequests,
  authorize: authorizePrices,
  deny: denyPrices,
  cancel: cancelRequests,
  seen: markSeen,
});
