import type { BenchServer } from '../lists/benchServer.ts';

/** Any unit can be returned whole. A caller that sends the body again cancels the ticket first, which releases the units. */
const ONE = '1';

/** Request body for the return of that many invoice products of one customer. */
export async function creationOf({ pool }: BenchServer, items: number): Promise<object> {
  const { rows } = await pool.query<{
    customer: number;
    branch: number;
    products: { produto_id: number; nfe: string }[];
  }>(
    `select i.customer_id as customer, i.branch_id as branch,
            (array_agg(distinct jsonb_build_object('produto_id', l.product_id, 'nfe', i.key)))[1:$1] as products
     from invoices i
     join invoice_items l on l.invoice_id = i.id
     join products p on p.id = l.product_id
     where i.customer_id in (select customer_id from invoices order by id limit 500) and i.issued_on > current_date - 170 and not p.photo_required and not p.unavailable
       and l.purchased - l.returned - coalesce(
         (select sum(held) from ticket_items t where t.invoice_item_id = l.id), 0) >= 1
     group by 1, 2
     having count(distinct (i.key, l.product_id)) >= $1
     limit 1`,
    [items],
  );
  const [found] = rows;
  if (!found) throw new Error(`no customer has ${items} products that can be returned`);
  return {
    origem: 'TELEFONE',
    idTipo: 1,
    tipo: 'DEVOLUCAO',
    motivo1: 1001,
    motivo2: 1002,
    idCli: found.customer,
    idFil: found.branch,
    mensagem: 'Medição',
    itens: found.products.map((product) => ({ ...product, qtd_solicitada: ONE, motivo_id: 1 })),
  };
}
