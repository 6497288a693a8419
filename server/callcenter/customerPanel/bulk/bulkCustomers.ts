import { and, asc, notInArray } from 'drizzle-orm';
import {
  type CustomerBulkData,
  MOST_CUSTOMERS_AT_ONCE,
} from '../../../../contract/callcenter/customerBulk.ts';
import type { customerPanelRoutes } from '../../../../contract/callcenter/customerPanel.ts';
import type { Input, Output } from '../../../../contract/route.ts';
import type { Context, Reading } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { customers } from '../../../db/tables/index.ts';
import { invalid, Refusal, refused } from '../../../errors.ts';
import { withIdempotency } from '../../../idempotency.ts';
import { customerCondition } from '../../../sac/customers/list/customerCondition.ts';
import { changeCustomer, lockCustomer } from '../../lockCustomer.ts';
import { bulkWorks, type CustomerChange } from './bulkWorks.ts';

type Bulk = typeof customerPanelRoutes.bulk;
type Results = Output<Bulk>['data'];

/** The same for many customers, each in a part of the transaction of its own: one that is refused stops no other. */
export async function bulkCustomers({ params, body }: Input<Bulk>, ctx: Context): Promise<Output<Bulk>> {
  const work = bulkWorks[params.acao];
  return withIdempotency(ctx, 'customerPanel.bulk', { params, body }, async (tx) => {
    const change = await work(tx, body.dados, ctx);
    const results: Results = { processados: 0, sucesso: [], falhas: [] };
    for (const id of await chosen({ ...ctx, db: tx }, body)) {
      results.processados += 1;
      const failure = await attempt(tx, ctx, id, change, body.dados);
      if (failure) results.falhas.push({ id, codigo: failure.code, mensagem: failure.message });
      else results.sucesso.push(id);
    }
    return { data: results };
  });
}

/** In the order of their codes, so that two commands never wait for each other's rows. */
async function chosen(
  ctx: Reading,
  { ids, filtros, excluidos = [] }: Input<Bulk>['body'],
): Promise<number[]> {
  if (ids && filtros) throw invalid({ ids: 'Envie os códigos, ou os filtros.' });
  if (ids) return [...ids].sort((a, b) => a - b);
  if (!filtros) throw invalid({ ids: 'Escolha ao menos um cliente.' });
  const rows = await ctx.db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        await customerCondition(ctx, filtros),
        excluidos.length > 0 ? notInArray(customers.id, excluidos) : undefined,
      ),
    )
    .orderBy(asc(customers.id))
    .limit(MOST_CUSTOMERS_AT_ONCE + 1);
  if (rows.length > MOST_CUSTOMERS_AT_ONCE)
    throw refused(
      'CLIENTES_DEMAIS',
      `Os filtros encontram mais de ${MOST_CUSTOMERS_AT_ONCE} clientes. Filtre mais e repita.`,
    );
  return rows.map(({ id }) => id);
}

async function attempt(
  tx: Tx,
  ctx: Context,
  id: number,
  change: CustomerChange,
  data: CustomerBulkData,
): Promise<Refusal | null> {
  try {
    await tx.transaction(async (row) => {
      const told = await change(row, await lockCustomer(row, ctx, id));
      await changeCustomer(row, ctx, id, { set: {}, after: { ...data }, ...told });
    });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
