import { and, eq } from 'drizzle-orm';
import { isMissingDocument } from '#contract/rules/documents.ts';
import type { MoveRefusal } from '#contract/rules/orders/orderMoves.ts';
import type { Executor } from '../../db/client.ts';
import { customerRestrictions, customers } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';

const block = (code: string, message: string): MoveRefusal => ({ code, message });

type Blocked = Pick<typeof customers.$inferSelect, 'blocked' | 'blockReason'>;

const blockOf = ({ blocked, blockReason }: Blocked): MoveRefusal[] =>
  blocked
    ? [block('CLIENTE_BLOQUEADO', `O cliente está bloqueado: ${blockReason || 'sem motivo dado'}.`)]
    : [];

type Registered = Pick<typeof customers.$inferSelect, 'prospect' | 'document'>;

/** Neither an invoice nor a boleto can name a customer without a document, whatever else is known of them. */
function incompleteOf({ prospect, document }: Registered): MoveRefusal[] {
  if (prospect)
    return [block('CADASTRO_INCOMPLETO', 'O cliente é um prospect. Complete o cadastro antes de vender.')];
  return isMissingDocument(document)
    ? [block('CADASTRO_INCOMPLETO', 'O cliente está sem CPF ou CNPJ. Complete o cadastro antes de vender.')]
    : [];
}

/** A blocked customer gets no new quote, whatever it is made of (docs/domain.md 13). Throws CLIENTE_BLOQUEADO. */
export function requireOpenCustomer(customer: Blocked): void {
  const [refusal] = blockOf(customer);
  if (refusal) throw refused(refusal.code, refusal.message);
}

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
    ...(customer ? blockOf(customer) : []),
    ...(customer ? incompleteOf(customer) : []),
    ...(customer?.simulation
      ? [block('CLIENTE_SIMULACAO', 'Clientes de simulação servem para preços e não fazem pedidos.')]
      : []),
    ...restrictions.map(({ text }) => block('CLIENTE_RESTRITO', `Restrição do cliente: ${text}.`)),
  ];
}
