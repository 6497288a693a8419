import { asc, eq, isNotNull } from 'drizzle-orm';
import { formatPostalCode } from '#contract/rules/contact.ts';
import { shownPrice } from '#contract/rules/nfe/notePrice.ts';
import { unitDivides } from '#contract/rules/quantity.ts';
import {
  baseUnitOf,
  purchasedBase,
  type ReturnUnit,
  returnUnitsOf,
  roundedIn,
} from '#contract/rules/tickets/returnUnits.ts';
import { type LineFigures, lineFigures } from '#contract/rules/tickets/ticketLines.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Attachment } from '#contract/sac/tickets/ticketConversation.ts';
import { type TicketItem, type TicketTitle, ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import { paperBrandOf } from '#server/config/brand/queries.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  branches,
  type CustomerAddress,
  customers,
  invoiceItems,
  invoices,
  products,
  ticketAttachments,
  ticketItems,
  tickets,
  ticketTypes,
} from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { isOutside } from '../../session/scope.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { judgedTrust, noteTrust, packagingsOf } from '../invoices/queries.ts';
import { attachmentsWhere, groupedBy } from './detail/ticketParts.ts';
import { figuredLine, givenBefore, priceIn, toldUnit } from './lineFigures.ts';
import { loadMirror, ticketMirror } from './mirror/loadMirror.ts';
import { type MirrorParty, mirrorPdf } from './mirror/mirrorPdf.ts';
import { changeProducts } from './products/changeProducts.ts';
import { requireVisibleTicket } from './queries.ts';
import { earlierExtensions, type TitleRow, titlesOfTicket } from './steps/extensions.ts';
import { receivedReturns } from './steps/receivedReturns.ts';

export const ticketItemImplementation = implement(ticketItemRoutes, {
  products: ({ params }, ctx) => ticketProducts(params.idTicket, ctx),
  changeProducts,
  mirror: ({ params }, ctx) => ticketMirror(params.idTicket, ctx),
  receivedReturns: async ({ params }, ctx) => {
    await requireVisibleTicket(ctx.db, ctx.user, params.idTicket);
    return receivedReturns(params.idTicket, ctx);
  },
  downloadMirror: ({ params }, ctx) => downloadMirror(params.idTicket, ctx),
  titles: ({ params }, ctx) => ticketTitles(params.idTicket, ctx),
});

/** The titles of the ticket's invoices; people outside the company learn the reason for a denial from a message, not here. */
async function ticketTitles(ticketId: number, { db, user }: Context): Promise<TicketTitle[]> {
  await requireVisibleTicket(db, user, ticketId);
  const rows = await titlesOfTicket(db, ticketId);
  const outside = isOutside(user);
  const earlier = outside ? new Map() : await earlierExtensions(db, ticketId, rows);
  return rows.map((row) => ({
    ...ticketTitle(row),
    decisao: decisionOf(row, outside),
    prorrogacaoAnterior: earlier.get(row.title.id) ?? null,
  }));
}

const ticketTitle = ({ title, invoiceNumber }: TitleRow) => ({
  id: title.id,
  nro: title.number,
  numNf: invoiceNumber,
  dtVenc: title.dueOn,
  valor: title.amount,
  pagoEm: title.paidOn,
});

const decisionOf = ({ decision }: TitleRow, outside: boolean): TicketTitle['decisao'] =>
  decision && {
    decisao: decision.decision,
    vencimentoAnterior: decision.oldDueOn,
    novoVencimento: decision.newDueOn,
    obs: outside ? '' : decision.note,
  };

/** The mirror as a PDF, for types that offer it, once something has been authorised. */
async function downloadMirror(ticketId: number, ctx: Context): Promise<FileAnswer> {
  const { db } = ctx;
  await requireVisibleTicket(db, ctx.user, ticketId);
  const row = await partiesOf(db, ticketId);
  if (!row.type.mirror)
    throw refused('SEM_ESPELHO', 'Este tipo de ticket não gera espelho da nota de devolução.');
  const mirror = await loadMirror(db, ticketId);
  if (mirror.lines.length === 0)
    throw refused('SEM_ESPELHO', 'Nenhum produto foi autorizado ainda. O espelho sai depois da análise.');
  const parameters = await serviceParameters(db, row.branch.id);
  return {
    content: await mirrorPdf({
      ...mirror,
      brand: await paperBrandOf(ctx, row.branch.id),
      ticketId,
      day: localDate(ctx.now(), row.branch.timeZone),
      issuer: issuerOf(row),
      recipient: recipientOf(row),
      decimals: { value: parameters.casasDecimaisValor, percent: parameters.casasDecimaisPercentual },
    }),
    name: `espelho-ticket-${ticketId}.pdf`,
    mime: 'application/pdf',
  };
}

async function partiesOf(db: Executor, ticketId: number) {
  const [row] = await db
    .select({ type: ticketTypes, customer: customers, branch: branches })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.typeId))
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .innerJoin(branches, eq(branches.id, tickets.branchId))
    .where(eq(tickets.id, ticketId));
  if (!row) throw notFound();
  return row;
}

type Parties = Awaited<ReturnType<typeof partiesOf>>;

const issuerOf = ({ customer }: Parties): MirrorParty => ({
  name: customer.legalName,
  document: customer.document,
  facts: [
    customer.stateRegistration && `Inscrição estadual: ${customer.stateRegistration}`,
    ...addressLines(customer.address),
  ].filter((fact) => fact !== ''),
});

const recipientOf = ({ branch }: Parties): MirrorParty => ({
  name: branch.legalName,
  document: branch.cnpj,
  facts: [`${branch.city} - ${branch.state}`],
});

function addressLines({
  logradouro,
  numero,
  complemento,
  bairro,
  cidade,
  uf,
  cep,
}: CustomerAddress): string[] {
  const street = [logradouro, numero, complemento].filter(Boolean).join(', ');
  const place = [bairro, [cidade, uf].filter(Boolean).join(' - '), cep && `CEP ${formatPostalCode(cep)}`]
    .filter(Boolean)
    .join(', ');
  return [street, place];
}

/** The lines of a ticket with their photos, in the order in which they were added. */
async function ticketProducts(ticketId: number, { db, user }: Context): Promise<TicketItem[]> {
  await requireVisibleTicket(db, user, ticketId);
  const [rows, photos] = await Promise.all([
    selectLines(db).where(eq(ticketItems.ticketId, ticketId)).orderBy(asc(ticketItems.line)),
    attachmentsWhere({ db, user }, ticketId, isNotNull(ticketAttachments.itemId)),
  ]);
  const byItem = groupedBy(photos, 'itemId');
  const packagings = await packagingsOf(
    db,
    rows.map(({ item }) => item.productId),
  );
  const outside = isOutside(user);
  return (await judgedTrust(db, rows)).map((row) => ({
    ...ticketItem(row, byItem.get(row.item.id) ?? [], packagings.get(row.item.productId) ?? []),
    ...(outside && HIDDEN_OUTSIDE),
  }));
}

/** Fields that only staff may read. */
const HIDDEN_OUTSIDE = { critica_integradora: '', obs_conferencia: '' } as const;

const selectLines = (db: Executor) =>
  db
    .select({
      item: ticketItems,
      product: products,
      line: invoiceItems,
      invoice: invoices,
      before: givenBefore,
      trust: noteTrust,
    })
    .from(ticketItems)
    .innerJoin(products, eq(products.id, ticketItems.productId))
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .leftJoin(invoices, eq(invoices.id, invoiceItems.invoiceId));

type Row = Omit<Awaited<ReturnType<typeof selectLines>>[number], 'trust'> & { mark: string; barred: string };

/** A loose product has no invoice and no purchased quantity. */
const ticketItem = (
  { item, product, line, invoice, before, mark, barred }: Row,
  anexos: Attachment[],
  packagings: readonly ReturnUnit[],
): TicketItem => ({
  id: item.id,
  produto_id: item.productId,
  idExibicao: product.code,
  descricao: item.description,
  marca: product.brand,
  classe_venda: product.salesClass,
  ...toldUnit(item, line ?? { unit: product.unit, factor: '1' }),
  embalagens: (line ? returnUnitsOf(line, product.unit, packagings) : []).map(({ unit, factor }) => ({
    unidade: unit,
    fator: factor,
  })),
  fracionavel: unitDivides({ unit: line ? baseUnitOf(line) : product.unit, fractional: product.fractional }),
  avulso: item.invoiceItemId === null,
  nfe: invoice?.number ?? null,
  chave_nota: invoice?.key ?? null,
  data_nota: invoice?.issuedOn ?? null,
  avisoNota: mark,
  semDireito: barred,
  motivo: item.reasonId,
  motivo_descricao: item.reasonText,
  obs: item.note,
  status: item.status,
  motivoAnalise: item.analysisReason,
  valor_sem_imposto: priceIn(line ? shownPrice(line) : item.unitPrice, item, line),
  valor_unitario: priceIn(item.unitPrice, item, line),
  qtd_comprada: line && roundedIn(purchasedBase(line), item.factor),
  qtd_solicitada: item.requested,
  ...outcomeOf(item),
  qtdeAt: item.authorized,
  vlUnit: priceIn(item.unitPrice, item, line),
  ...inForce(lineFigures(figuredLine(item, line, before))),
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

/** The results of analysis and check-in for the line. */
const outcomeOf = (item: Row['item']) => ({
  qtd_autorizada: item.authorized,
  qtd_fora_prazo: item.outOfTerm,
  qtd_outra_marca: item.otherBrand,
  qtd_falta: item.missing,
  qtd_avaria: item.damaged,
  qtd_quebra_direta: item.broken,
  qtd_conferida: item.checked,
  obs_conferencia: item.checkNote,
});
