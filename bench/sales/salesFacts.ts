import type pg from 'pg';
import { numberOf } from '../lists/facts.ts';

/** Values that exist in the database, so that every case finds something. */
export interface SalesFacts {
  /** A customer with several hundred orders. */
  customer: number;
  seller: number;
  branch: number;
  quote: number;
  order: number;
  agenda: number;
  region: number;
}

export async function salesFactsOf(pool: pg.Pool): Promise<SalesFacts> {
  const commonest = (table: string, column: string) =>
    numberOf(pool, `select ${column} from ${table} group by 1 order by count(*) desc, 1 limit 1`);
  return {
    customer: await commonest('orders', 'customer_id'),
    seller: await commonest('orders', 'seller_id'),
    branch: await commonest('orders', 'branch_id'),
    quote: await numberOf(pool, `select max(id) from orders where stage = 'ORCAMENTO'`),
    order: await numberOf(pool, `select max(id) from orders where stage = 'PEDIDO'`),
    // An agenda of the seller who makes the request, since those of others are out of reach.
    agenda: await numberOf(
      pool,
      `select max(agendas.id) from agendas join people on people.id = person_id where cpf = '50000000566'`,
    ),
    region: await commonest('customers', 'region_id'),
  };
}
