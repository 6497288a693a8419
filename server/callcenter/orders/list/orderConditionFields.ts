import { sql } from 'drizzle-orm';
import { customizedStatuses } from '#contract/catalogs/orderStatus.ts';
import { sellerOptions } from '#server/callcenter/salesLookups/queries.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Reading } from '#server/context.ts';
import { orders } from '#server/db/tables/index.ts';
import {
  type AskedField,
  askedDay,
  askedMoment,
  askedMoney,
  askedNumber,
  askedReference,
  askedText,
  namedOptions,
} from '#server/paging/listConditions.ts';
import { seesOthersAgendas } from '#server/session/scope.ts';
import { branchDays, effectiveStatus } from './effectiveStatus.ts';

/** Where a quote or order came from. */
const CHANNELS = [
  { valor: 'CALLCENTER', rotulo: 'Call-center' },
  { valor: 'B2B', rotulo: 'Loja (B2B)' },
  { valor: 'FV', rotulo: 'Força de vendas' },
  { valor: 'ERP', rotulo: 'ERP' },
];
const QUOTES = new Set(['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO', 'PERDIDO']);

/** What the conditions of the lists of quotes and orders may ask about; only those who lead ask by other sellers. */
export async function orderConditionFields(
  { db, user, now }: Reading<'db' | 'user' | 'now'>,
  stage: 'ORCAMENTO' | 'PEDIDO',
): Promise<AskedField[]> {
  const [{ statusPedido }, days] = await Promise.all([serviceParameters(db), branchDays(db, now())]);
  const statuses = customizedStatuses(statusPedido)
    .filter(({ value }) => QUOTES.has(value) === (stage === 'ORCAMENTO'))
    .map(({ value, label }) => ({ valor: value, rotulo: label }));
  const sellers = async () => namedOptions(await sellerOptions(db, user));
  return [
    askedText('st', 'Situação', sql`(${effectiveStatus(days)})`, { opcoes: statuses }),
    askedReference('cliente', 'Cliente', orders.customerId, 'clientes'),
    askedReference('emitente', 'Emitente', orders.branchId, 'filiais'),
    ...(seesOthersAgendas(user)
      ? [askedNumber('colaborador', 'Vendedor', orders.sellerId, { opcoes: sellers })]
      : []),
    askedText('canal', 'Canal', orders.channel, { opcoes: CHANNELS }),
    askedMoney('vlTot', 'Total', orders.total),
    askedNumber('qtdeIt', 'Itens', orders.itemCount),
    askedMoment('dtHorInc', 'Incluído em', orders.createdAt),
    askedDay('dtVal', 'Validade', orders.validUntil),
    askedDay('dtProgr', 'Programado para', orders.scheduledOn),
  ];
}
