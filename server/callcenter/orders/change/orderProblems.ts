import { and, eq } from 'drizzle-orm';
import { compareDecimals, type Decimal } from '../../../../contract/rules/decimal.ts';
import { formatCount, formatMoney } from '../../../../contract/rules/format.ts';
import { creditRefusal } from '../../../../contract/rules/orders/creditCheck.ts';
import type { MoveRefusal } from '../../../../contract/rules/orders/orderMoves.ts';
import type { ServiceParameters } from '../../../config/parameters/rules.ts';
import type { Tx } from '../../../db/client.ts';
import { coupons, customerRestrictions, customers, priceNegotiations } from '../../../db/tables/index.ts';
import { creditFacts, payable } from '../../creditFacts.ts';
import { type Terms, termsOf } from '../../paymentTerms.ts';
import type { LockedOrder } from './changeOrder.ts';

type Problems = MoveRefusal[];
const problem = (code: string, message: string): MoveRefusal => ({ code, message });

/** All that keeps a quote from becoming an order, beside its status and the stock. */
export async function orderProblems(
  tx: Tx,
  locked: LockedOrder,
  parameters: Pick<ServiceParameters, 'valorMinimoPedido' | 'usaCreditoCliente'>,
): Promise<Problems> {
  const { order } = locked;
  const terms = await termsOf(tx, order);
  return [
    ...lackingParts(order),
    ...(await customerProblems(tx, order.customerId)),
    ...minimumProblems(payable(order), parameters.valorMinimoPedido, terms),
    ...(await negotiationProblems(tx, order.id)),
    ...(await couponProblems(tx, locked)),
    ...[creditRefusal(await creditFacts(tx, order, parameters))].filter((found) => found !== null),
  ];
}

const lackingParts = ({ itemCount, paymentMethodId, paymentPlanId }: LockedOrder['order']): Problems => [
  ...(itemCount === 0
    ? [problem('SEM_ITENS', 'O orçamento não tem itens. Inclua ao menos um produto.')]
    : []),
  ...(paymentMethodId === null ? [problem('SEM_COBRANCA', 'Escolha a forma de cobrança.')] : []),
  ...(paymentPlanId === null ? [problem('SEM_PLANO', 'Escolha o plano de pagamento.')] : []),
];

async function customerProblems(tx: Tx, customerId: number): Promise<Problems> {
  // One after the other for one customer: two orders never take the same credit.
  const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('update');
  const restrictions = await tx
    .select({ text: customerRestrictions.description })
    .from(customerRestrictions)
    .where(
      and(
        eq(customerRestrictions.customerId, customerId),
        customerRestrictions.active,
        customerRestrictions.blocking,
      ),
    );
  return [
    ...(customer?.blocked
      ? [
          problem(
            'CLIENTE_BLOQUEADO',
            `O cliente está bloqueado: ${customer.blockReason || 'sem motivo dado'}.`,
          ),
        ]
      : []),
    ...(customer?.prospect
      ? [problem('CADASTRO_INCOMPLETO', 'O cliente é um prospect. Complete o cadastro antes de vender.')]
      : []),
    ...(customer?.simulation
      ? [problem('CLIENTE_SIMULACAO', 'Clientes de simulação servem para preços e não fazem pedidos.')]
      : []),
    ...restrictions.map(({ text }) => problem('CLIENTE_RESTRITO', `Restrição do cliente: ${text}.`)),
  ];
}

function minimumProblems(total: Decimal, minimum: Decimal, { plan }: Terms): Problems {
  const under = (least: Decimal) => compareDecimals(total, least) < 0;
  return [
    ...(under(minimum)
      ? [problem('ABAIXO_DO_MINIMO', `O valor mínimo de um pedido é ${formatMoney(minimum, 2)}.`)]
      : []),
    ...(plan && under(plan.minimum)
      ? [
          problem(
            'ABAIXO_DO_MINIMO_DO_PLANO',
            `O plano ${plan.name} vale a partir de ${formatMoney(plan.minimum, 2)}. Escolha outro.`,
          ),
        ]
      : []),
  ];
}

async function negotiationProblems(tx: Tx, orderId: number): Promise<Problems> {
  const pending = await tx.$count(
    priceNegotiations,
    and(eq(priceNegotiations.orderId, orderId), eq(priceNegotiations.status, 'P')),
  );
  if (pending === 0) return [];
  const count = formatCount(pending, 'preço negociado espera', 'preços negociados esperam');
  return [problem('NEGOCIACAO_PENDENTE', `${count} decisão. Aguarde ou cancele o pedido de preço.`)];
}

async function couponProblems(tx: Tx, { order, today }: LockedOrder): Promise<Problems> {
  if (order.couponId === null) return [];
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, order.couponId));
  if (coupon?.active && coupon.startsOn <= today && today <= coupon.endsOn) return [];
  return [problem('CUPOM_VENCIDO', `O cupom ${order.couponCode} não vale mais. Retire-o do orçamento.`)];
}
