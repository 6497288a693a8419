import type { SQL } from 'drizzle-orm';
import type { Negotiation, negotiationRoutes } from '../../../contract/callcenter/negotiations.ts';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { negotiationStatus } from '../../../contract/catalogs/negotiationStatus.ts';
import type { Input } from '../../../contract/route.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import { type Cell, type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { conditionOf, type NegotiationQuery, negotiationPage } from './list.ts';

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

/** All that the list finds, as it is read; what leaves the house is in the audit before its first byte is. */
export async function exportNegotiations({ query }: Request, ctx: Context): Promise<FileAnswer> {
  const { formato = 'xlsx', ...filters } = query;
  // A filter that is refused is told as such, before a file has begun.
  const where = await conditionOf(filters, ctx);
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
      rows: exportedRows(ctx, where, filters),
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
