import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PriceProposal } from '#contract/records/routes/priceProposals.ts';
import { type Decimal, divideDecimals } from '#contract/rules/decimal.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { invoiceItems, invoices, productPrices, products } from '../../db/tables/index.ts';
import { documentScope } from '../standard/invoices/invoices.ts';

type Row = {
  productId: number;
  code: string;
  description: string;
  productUnit: string;
  invoiceId: number;
  number: number;
  issuedOn: string;
  unit: string;
  price: Decimal;
  factor: Decimal;
};

/**
 * Products on sale that have no price, on their own or in a table, with their newest sale whose unit leads to the product's:
 * the price of the paper (vUnCom), or what the goods were worth where only that is known, for one base unit. Only sales that
 * the person may see are looked at.
 */
export async function priceProposals(
  db: Executor,
  { user, of, limit }: { user: User; of?: readonly number[]; limit: number },
): Promise<PriceProposal[]> {
  const seen = documentScope(user, sales) ?? sql`true`;
  const { casasPreco } = await serviceParameters(db);
  const { rows } = await db.execute<Row>(sql`
    select product.id as "productId", product.code, product.description, product.unit as "productUnit",
      sale.id as "invoiceId", sale.number, sale.issued_on::text as "issuedOn", sale.unit,
      trim_scale(sale.price)::text as price, trim_scale(sale.factor)::text as factor
    from ${products} product
    cross join lateral (
      select invoice.id, invoice.number, invoice.issued_on, line.unit, line.factor,
        coalesce(line.note_price, line.unit_price_no_tax) as price
      from ${invoiceItems} line
      join ${invoices} invoice on invoice.id = line.invoice_id
      where line.product_id = product.id and invoice.kind = 'VENDA' and invoice.status = 'AUTORIZADA'
        and ${seen}
        and upper(trim(coalesce(line.base_unit, line.unit))) = upper(trim(product.unit))
      order by invoice.issued_on desc, invoice.id desc, line.line
      limit 1
    ) sale
    where product.price = 0 and not product.inactive
      and not exists (select from ${productPrices} price where price.product_id = product.id and price.price > 0)
      and round(sale.price / sale.factor, ${casasPreco}) > 0
      and ${of ? sql`product.id = any(${sql.param([...of])}::int[])` : sql`true`}
    order by product.description collate pt_br, product.id
    limit ${limit}`);
  return rows.map((row) => proposalOf(row, casasPreco));
}

const sales = alias(invoices, 'invoice');

const proposalOf = (row: Row, places: number): PriceProposal => ({
  idProd: row.productId,
  codigo: row.code,
  descricao: row.description,
  unidade: row.productUnit,
  preco: divideDecimals(row.price, row.factor, places),
  nota: {
    id: row.invoiceId,
    numNf: row.number,
    emissao: row.issuedOn,
    unidade: row.unit,
    preco: row.price,
    fator: row.factor,
  },
});
