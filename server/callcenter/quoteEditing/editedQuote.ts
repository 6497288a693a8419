import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CartItem, EditedQuote, QuoteRules } from '#contract/callcenter/quotes/quoteShapes.ts';
import { customizedStatuses } from '#contract/catalogs/orderStatus.ts';
import { allows } from '#contract/permissions.ts';
import { freightShare } from '#contract/rules/freight/payableFreight.ts';
import { freightSize } from '#contract/rules/freight/rateTable.ts';
import { offerHolds } from '#contract/rules/orders/offer.ts';
import { moveRefusal, statusOn } from '#contract/rules/orders/orderMoves.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { ServiceParameters } from '../../config/parameters/rules.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  branches,
  carriers,
  customers,
  deliveryAddresses,
  freightTypes,
  orders,
  paymentMethods,
  paymentPlans,
  people,
  priceTables,
} from '../../db/tables/index.ts';
import { lackText, notFound } from '../../errors.ts';
import { orderScope } from '../../session/scope.ts';
import { storedFreight } from '../freight/queries.ts';
import { isClosed, lossView, shownOrder } from '../orderCore/queries.ts';
import { branchNames, type SaleSetting } from '../productCore/queries.ts';
import { productView } from '../productCore/rules.ts';
import { freightProblems } from './freightChange.ts';
import { type Negotiations, negotiationShown, renewalText, unauthorizedText } from './lineNegotiations.ts';
import { flexUsed } from './linePrices.ts';
import { loadedQuote } from './loadedQuote.ts';
import { changesOf } from './quoteChanges.ts';
import { activeLines, type PricedLine } from './quoteLines.ts';
import { repackedOf } from './repackedLines.ts';

type Reader = Pick<Context, 'user' | 'now'>;

/**
 * The quote with everything that its screen shows; 404 if the user may not see it. `notices` describe side effects of a
 * change.
 */
export async function editedQuote(
  db: Executor,
  ctx: Reader,
  id: number,
  notices: readonly string[] = [],
): Promise<EditedQuote> {
  const head = await headOf(db, ctx, id);
  const loaded = await loadedQuote(db, ctx, head.order);
  const { order } = await shownOrder(db, head.order, repackedOf(loaded.lines));
  const found = { ...head, order };
  const { lines: items, terms } = loaded;
  const { setting } = terms;
  const { negotiations, flexElsewhere } = loaded.bounds;
  const [names, freight, changes] = await Promise.all([
    branchNames(
      db,
      items.map(({ branchId }) => branchId),
    ),
    order.stage === 'ORCAMENTO' ? freightProblems(db, order) : [],
    isClosed(order) ? [] : changesOf(db, order, loaded),
  ]);
  const view = { negotiations, names, unit: setting.parameters.unidadePadrao, today: setting.today };
  const readOnly = readOnlyReason(found.order, ctx, setting);
  const stand = activeLines(items);
  const size = freightSize(
    stand.map(({ quantity, pack, facts: { product } }) => ({
      ...product,
      quantity,
      factor: pack.fator_conversao,
    })),
  );
  return {
    ...headView(found, flexElsewhere),
    editavel: readOnly === null,
    motivoSomenteLeitura: readOnly,
    perda: lossView(order, found.lostBy),
    itens: stand.map((line) => itemView(line, view)),
    itensRemovidos: items.filter(({ removed }) => removed).map((line) => itemView(line, view)),
    freteSobreProdutos: freightShare(
      order.freight,
      { total: order.subtotal, embeddedPercent: setting.parameters.percentualFreteEmbutido },
      (found.address ? found.address.state : addressOf(found.customer).uf) ?? '',
    ),
    percLucro: setting.parameters.exibeMargemLucro ? order.profitPercent : null,
    flexUsado: flexUsed(stand, negotiations),
    pesoLiquido: size.netWeight,
    pesoBruto: size.grossWeight,
    volumetria: size.volume,
    regras: rulesView(setting.parameters),
    precosAte: pricesUntil(stand),
    mudancas: changes,
    avisos: notices.filter(Boolean),
    pendencias: [...freight.map(({ message }) => message), unauthorizedText(items, negotiations)].filter(
      Boolean,
    ),
  };
}

/** Why the quote is read-only; `null` when it may be changed. */
function readOnlyReason(
  order: typeof orders.$inferSelect,
  { user }: Reader,
  { today, parameters }: SaleSetting,
): string | null {
  if (order.stage === 'PEDIDO')
    return 'Este orçamento já virou pedido. Devolva o pedido a orçamento para mudá-lo.';
  const facts = {
    stage: order.stage,
    status: statusOn(order.status, order.validUntil, today),
    releasedTo: order.releasedTo,
    channel: order.channel,
    link: null,
    lostFrom: null,
  };
  const refusal = moveRefusal('EDITAR', facts, customizedStatuses(parameters.statusPedido));
  if (refusal) return refusal.message;
  return allows(user.grants, 'ORCAMENTO_EDITAR') ? null : lackText('ORCAMENTO_EDITAR');
}

const redispatch = alias(carriers, 'redispatch');
const loser = alias(people, 'loser');

async function headOf(db: Executor, { user }: Reader, id: number) {
  const [row] = await db
    .select({
      order: orders,
      customer: customers,
      branch: { id: branches.id, desc: branches.tradeName },
      seller: { id: people.id, nome: people.name },
      method: paymentMethods,
      plan: { id: paymentPlans.id, desc: paymentPlans.name },
      table: { id: priceTables.id, desc: priceTables.name },
      freightType: { id: freightTypes.id, desc: freightTypes.name, proprio: freightTypes.own },
      carrier: { id: carriers.id, nome: carriers.tradeName },
      redispatch: { id: redispatch.id, nome: redispatch.tradeName },
      address: deliveryAddresses,
      lostBy: loser.name,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .innerJoin(people, eq(people.id, orders.sellerId))
    .leftJoin(paymentMethods, eq(paymentMethods.id, orders.paymentMethodId))
    .leftJoin(paymentPlans, eq(paymentPlans.id, orders.paymentPlanId))
    .leftJoin(
      priceTables,
      eq(priceTables.id, sql`coalesce(${orders.priceTableId}, ${customers.priceTableId})`),
    )
    .leftJoin(freightTypes, eq(freightTypes.id, orders.freightTypeId))
    .leftJoin(carriers, eq(carriers.id, orders.carrierId))
    .leftJoin(redispatch, eq(redispatch.id, orders.redispatchCarrierId))
    .leftJoin(deliveryAddresses, eq(deliveryAddresses.id, orders.deliveryAddressId))
    .leftJoin(loser, eq(loser.id, orders.lostById))
    .where(and(eq(orders.id, id), orderScope(user)));
  if (!row) throw notFound();
  return row;
}
type Head = Awaited<ReturnType<typeof headOf>>;

const headView = ({ order, customer, method, ...named }: Head, flexElsewhere: string) => ({
  id: order.id,
  versao: order.version,
  st: order.status,
  atualizado: order.updatedAt.toISOString(),
  dtHorInc: order.createdAt.toISOString(),
  dtVal: order.validUntil,
  dtProgr: order.scheduledOn,
  cliente: {
    id: customer.id,
    razSoc: customer.legalName,
    fant: customer.tradeName,
    documento: customer.document,
    motivoBloqueio: customer.blocked ? customer.blockReason : null,
    flex: customer.flex,
    flexEmOutros: flexElsewhere,
    endereco: addressOf(customer),
  },
  filial: named.branch,
  colaborador: named.seller,
  ordComp: order.purchaseOrder,
  cobranca: method && {
    id: method.id,
    desc: method.name,
    taxaFixa: method.fixedFee,
    descTaxaFixa: method.feeDescription,
  },
  plano: named.plan,
  tabelaPreco: named.table,
  tipoFrete: named.freightType,
  transportadora: named.carrier,
  redespacho: named.redispatch,
  retira: order.pickup,
  enderecoEntrega: named.address && deliveryOf(named.address),
  vlFrete: order.freight,
  vlFreteOriginal: order.freightOriginal,
  vlFretePago: order.freightPaid,
  freteManual: storedFreight(order)?.kind === 'MANUAL',
  obsEntrega: order.deliveryNote,
  obsPedido: order.orderNote,
  obsCliente: order.customerNote,
  qtdeIt: order.itemCount,
  vlSubTot: order.subtotal,
  vlTot: order.total,
  vlBoni: order.bonus,
  vlImpostos: order.taxTotal,
  cupom: order.couponId === null ? null : { codigo: order.couponCode, desconto: order.couponDiscount },
});

/** The default destination: the customer's own delivery address, or else the registered address. */
function addressOf({ address, deliveryAddress }: Head['customer']) {
  const own = deliveryAddress ?? address;
  return {
    id: null,
    cep: own.cep ?? '',
    rua: own.logradouro ?? '',
    numero: own.numero ?? '',
    complemento: own.complemento ?? '',
    bairro: own.bairro ?? '',
    cidade: own.cidade ?? '',
    uf: own.uf ?? '',
    ibge: own.ibge ?? '',
  };
}

const deliveryOf = (row: typeof deliveryAddresses.$inferSelect) => ({
  id: row.id,
  cep: row.cep,
  rua: row.street,
  numero: row.number,
  complemento: row.complement,
  bairro: row.district,
  cidade: row.city,
  uf: row.state,
  ibge: row.ibge,
});

interface ItemSetting {
  negotiations: Negotiations;
  names: ReadonlyMap<number, string>;
  unit: string;
  today: CalendarDate;
}

function itemView(line: PricedLine, { negotiations, names, unit, today }: ItemSetting): CartItem {
  const branch = { id: line.branchId, name: names.get(line.branchId) ?? '' };
  return {
    id: line.id ?? 0,
    linha: line.line,
    idFil: line.branchId,
    filial: branch.name,
    idEmb: line.pack.id,
    qtde: line.quantity,
    precoTabela: line.list,
    precoRegra: line.ruled,
    preco: line.price,
    precoMinimo: line.lowest,
    percDesc: line.discountPercent,
    vlTot: line.total,
    impostos: line.taxes,
    bonificado: line.bonus,
    cor: line.tint,
    observacao: line.note,
    oferta: offerView(line, today),
    negociacao: negotiationShown(line, negotiations),
    precoARenovar: renewalText(line, negotiations) || null,
    produto: productView(line.facts, {
      branches: [branch],
      defaultUnit: unit,
      inCart: new Map([
        [
          `${line.productId}:${line.branchId}`,
          { qtde: line.quantity, idEmb: line.pack.id, units: line.units },
        ],
      ]),
    }),
  };
}

function offerView({ stored, priceFacts }: PricedLine, today: CalendarDate): CartItem['oferta'] {
  const offer = stored?.offer;
  return offer ? { em: offer.at, ate: offer.until, vale: offerHolds(offer, priceFacts, today) } : null;
}

/** The first day on which one of the lines that hold ends. */
const pricesUntil = (lines: readonly PricedLine[]): CalendarDate | null =>
  lines
    .flatMap(({ standing, stored }) => (standing === 'PROPOSTO' && stored?.offer ? [stored.offer.until] : []))
    .sort()[0] ?? null;

const rulesView = (parameters: ServiceParameters): QuoteRules => ({
  usaCupom: parameters.usaCupom,
  usaCampanhaComercial: parameters.usaCampanhaComercial,
  usaPrecoAtacado: parameters.usaPrecoAtacado,
  vendaSemEstoque: parameters.vendaSemEstoque,
  exibeNegociarPreco: parameters.exibeNegociarPreco,
  exibeMargemLucro: parameters.exibeMargemLucro,
  permiteAbonarFrete: parameters.permiteAbonarFrete,
  selecionaTransportadora: parameters.selecionaTransportadora,
  selecionaTipoFrete: parameters.selecionaTipoFrete,
  registraItensCotados: parameters.registraItensCotados,
  maximoItensOrcamento: parameters.maximoItensOrcamento,
  tamanhoMaximoQuantidade: parameters.tamanhoMaximoQuantidade,
  tipoValidacaoPreco: parameters.tipoValidacaoPreco,
  campoOrdenacaoProdutos: parameters.campoOrdenacaoProdutos,
  tipoMenu: parameters.tipoMenu,
  unidadePadrao: parameters.unidadePadrao,
  percentualFreteEmbutido: parameters.percentualFreteEmbutido,
});
