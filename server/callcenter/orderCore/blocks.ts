import { and, eq } from 'drizzle-orm';
import type { MoveRefusal } from '#contract/rules/orders/orderMoves.ts';
import type { Executor } from '../../db/client.ts';
import { customerRestrictions, customers } from '../../db/tables/index.ts';

const block = (code: string, message: string): MoveRefusal => ({ code, message });

/** What keeps a customer from buying today, apart from credit. */
export async function customerBlocks(db: Executor, customerId: number): Promise<MoveRefusal[]> {
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
  const restrictions = await db
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
          block(
            'CLIENTE_BLOQUEADO',
            `O cliente está bloqueado: ${customer.blockReason || 'sem motivo dado'}.`,
          ),
        ]
      : []),
    ...(customer?.prospect
      ? [block('CADASTRO_INCOMPLETO', 'O cliente é um prospect. Complete o cadastro antes de vender.')]
      : []),
    ...(customer?.simulation
      ? [block('CLIENTE_SIMULACAO', 'Clientes de simulação servem para preços e não fazem pedidos.')]
      : []),
    ...restrictions.map(({ text }) => block('CLIENTE_RESTRITO', `Restrição do cliente: ${text}.`)),
  ];
}
