import { eq, sql } from 'drizzle-orm';
import { mayChooseTable, type TablesByRole } from '#contract/rules/orders/priceTableChoice.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { priceTables } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { priceTableOf } from '../productCore/queries.ts';

type Quote = Pick<OrderRecord, 'branchId' | 'customerId' | 'priceTableId'>;
type Person = Pick<Context, 'user'>;

async function isAllowed(db: Executor, { user }: Person, quote: Quote, id: number): Promise<boolean> {
  const [table] = await db.select({ code: priceTables.code }).from(priceTables).where(eq(priceTables.id, id));
  const { tabelasPorPapel } = await serviceParameters(db, quote.branchId);
  const isOfCustomer = id === (await priceTableOf(db, quote.customerId));
  return (
    table !== undefined && mayChooseTable(tabelasPorPapel, user.type, { code: table.code, isOfCustomer })
  );
}

/** Refuses a table that the person may not give this customer. One that the quote has already was somebody's decision. */
export async function requireTable(
  db: Executor,
  ctx: Person,
  quote: Quote,
  id: number | null,
): Promise<void> {
  if (id === null || id === quote.priceTableId || (await isAllowed(db, ctx, quote, id))) return;
  throw refused(
    'TABELA_NAO_PERMITIDA',
    'Esta tabela não é a do cliente nem uma das que você pode escolher. Negocie o preço de cada produto, ou peça a quem lidera que escolha a tabela.',
    { idTabelaPreco: 'Escolhida só por quem lidera.' },
  );
}

/** Whether a new quote of this person may begin with the table of another one. */
export const mayKeepTable = async (db: Executor, ctx: Person, quote: Quote): Promise<boolean> =>
  quote.priceTableId === null || (await isAllowed(db, ctx, quote, quote.priceTableId));

/** The tables that the person may choose for a quote. */
export async function tablesFor(
  db: Executor,
  { user }: Person,
  quote: Quote,
): Promise<{ id: number; desc: string }[]> {
  const { tabelasPorPapel }: { tabelasPorPapel: TablesByRole } = await serviceParameters(db, quote.branchId);
  const own = await priceTableOf(db, quote.customerId);
  const rows = await db
    .select({ id: priceTables.id, desc: priceTables.name, code: priceTables.code })
    .from(priceTables)
    .where(eq(priceTables.active, true))
    .orderBy(sql`${priceTables.name} collate pt_br`);
  return rows
    .filter(({ id, code }) => mayChooseTable(tabelasPorPapel, user.type, { code, isOfCustomer: id === own }))
    .map(({ id, desc }) => ({ id, desc }));
}
