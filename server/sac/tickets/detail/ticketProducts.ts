import { asc, eq, isNotNull } from 'drizzle-orm';
import { type LineFigures, lineFigures } from '../../../../contract/rules/ticketFigures.ts';
import { unitDivides } from '../../../../contract/rules/units.ts';
import type { Attachment } from '../../../../contract/sac/ticketConversation.ts';
import type { TicketItem } from '../../../../contract/sac/ticketItems.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import {
  invoiceItems,
  invoices,
  products,
  ticketAttachments,
  ticketItems,
} from '../../../db/tables/index.ts';
import { isConsumer } from '../../../session/scope.ts';
import { figuredLine } from '../lineFigures.ts';
import { requireVisibleTicket } from '../queries.ts';
import { attachmentsWhere, groupedBy } from './ticketAttachments.ts';

/** The lines of a ticket with their photos, in the order in which they were added. */
export async function ticketProducts(ticketId: number, { db, user }: Context): Promise<TicketItem[]> {
  await requireVisibleTicket(db, user, ticketId);
  const [rows, photos] = await Promise.all([
    selectLines(db).where(eq(ticketItems.ticketId, ticketId)).orderBy(asc(ticketItems.line)),
    attachmentsWhere({ db, user }, ticketId, isNotNull(ticketAttachments.itemId)),
  ]);
  const byItem = groupedBy(photos, 'itemId');
  const outside = isConsumer(user);
  return rows.map((row) => ({
    ...ticketItem(row, byItem.get(row.item.id) ?? []),
    ...(outside && OWN),
  }));
}

/** What only the company reads. */
const OWN = { critica_integradora: '', obs_conferencia: '' } as const;

const selectLines = (db: Executor) =>
  db
    .select({ item: ticketItems, product: products, line: invoiceItems, invoice: invoices })
    .from(ticketItems)
    .innerJoin(products, eq(products.id, ticketItems.productId))
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .leftJoin(invoices, eq(invoices.id, invoiceItems.invoiceId));

type Row = Awaited<ReturnType<typeof selectLines>>[number];

/** A loose product has neither invoice nor purchased quantity. */
const ticketItem = ({ item, product, line, invoice }: Row, anexos: Attachment[]): TicketItem => ({
  id: item.id,
  produto_id: item.productId,
  idExibicao: product.code,
  descricao: item.description,
  marca: product.brand,
  classe_venda: product.salesClass,
  unidade: line?.unit ?? product.unit,
  fracionavel: unitDivides({ unit: line?.unit ?? product.unit, fractional: product.fractional }),
  avulso: item.invoiceItemId === null,
  nfe: invoice?.number ?? null,
  chave_nota: invoice?.key ?? null,
  data_nota: invoice?.issuedOn ?? null,
  motivo: item.reasonId,
  motivo_descricao: item.reasonText,
  obs: item.note,
  status: item.status,
  motivoAnalise: item.analysisReason,
  valor_sem_imposto: line?.unitPriceNoTax ?? item.unitPrice,
  valor_unitario: item.unitPrice,
  qtd_comprada: line?.purchased ?? null,
  qtd_solicitada: item.requested,
  ...judged(item),
  qtdeAt: item.authorized,
  vlUnit: item.unitPrice,
  ...inForce(lineFigures(figuredLine(item, line))),
  tabela_preco: line?.priceTable ?? '',
  critica_integradora: line?.integrationNote ?? '',
  anexos,
  idImagem: product.imageId,
});

const inForce = ({ quantity, products: value, taxes, total }: LineFigures) => ({
  qtde: quantity,
  vlProdutos: value,
  impostos: taxes,
  vlTot: total,
});

/** What analysis and check-in said of the line. */
const judged = (item: Row['item']) => ({
  qtd_autorizada: item.authorized,
  qtd_fora_prazo: item.outOfTerm,
  qtd_outra_marca: item.otherBrand,
  qtd_falta: item.missing,
  qtd_avaria: item.damaged,
  qtd_quebra_direta: item.broken,
  qtd_conferida: item.checked,
  obs_conferencia: item.checkNote,
});
