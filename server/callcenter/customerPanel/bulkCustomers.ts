import { and, asc, eq, notInArray } from 'drizzle-orm';
import {
  type CustomerBulkAction,
  type CustomerBulkData,
  MAX_BULK_CUSTOMERS,
} from '#contract/callcenter/customers/customerBulk.ts';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import type { Input } from '#contract/route.ts';
import type { Context, Reading } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import {
  customerBranches,
  customerClassifications,
  customerSellers,
  customers,
} from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { inTime, MOST_OF_CHOICE } from '../../paging/inTime.ts';
import {
  type CustomerRow,
  customerCondition,
  type Seller,
  sellersAmong,
  servesCustomer,
  servesNot,
} from '../../sac/customers/queries.ts';
import { command } from '../../writing/command.ts';
import { inOrder, Results } from '../../writing/rowResults.ts';
import { changeCustomer, lockCustomer } from '../customerCore/commands.ts';

type Bulk = typeof customerPanelRoutes.bulk;

/** Applies an action to many customers, each in its own savepoint, so that one refusal does not stop the others. */
export const bulkCustomers = command(customerPanelRoutes.bulk, async (tx, ctx, { params, body }) => {
  const work = bulkWorks[params.acao];
  const change = await work(tx, body.dados, ctx);
  const results = new Results();
  for (const id of await chosen({ ...ctx, db: tx }, body)) {
    const done = await results.attemptApart(tx, id, async (row) => {
      const changed = await change(row, await lockCustomer(row, ctx, id));
      await changeCustomer(row, ctx, id, { set: {}, after: { ...body.dados }, ...changed });
      return true;
    });
    if (done) results.done.push(id);
  }
  return { data: results.answer() };
});

/** Ordered by code, so that two commands cannot deadlock on each other's rows. */
async function chosen(
  ctx: Reading,
  { ids, filtros, excluidos = [] }: Input<Bulk>['body'],
): Promise<number[]> {
  if (ids && filtros) throw invalid({ ids: 'Envie os códigos, ou os filtros.' });
  if (ids) return inOrder(ids);
  if (!filtros) throw invalid({ ids: 'Escolha ao menos um cliente.' });
  const where = and(
    await customerCondition(ctx, filtros),
    excluidos.length > 0 ? notInArray(customers.id, excluidos) : undefined,
  );
  const rows = await inTime(
    ctx.db,
    filtros.condicao,
    async (db) =>
      db
        .select({ id: customers.id })
        .from(customers)
        .where(where)
        .orderBy(asc(customers.id))
        .limit(MAX_BULK_CUSTOMERS + 1),
    MOST_OF_CHOICE,
  );
  if (rows.length > MAX_BULK_CUSTOMERS)
    throw refused(
      'CLIENTES_DEMAIS',
      `Os filtros encontram mais de ${MAX_BULK_CUSTOMERS} clientes. Filtre mais e repita.`,
    );
  return rows.map(({ id }) => id);
}

interface ChangedCustomer {
  set?: Partial<typeof customers.$inferInsert>;
  fields?: readonly string[];
  /** For the customer's activity log. */
  text: string;
  before: Record<string, unknown>;
}

/** Changes one locked customer; a Refusal fails only that row. */
type CustomerChange = (tx: Tx, customer: CustomerRow) => Promise<ChangedCustomer>;

/** Validates the given data once and returns the change to apply to each customer. */
type BulkWork = (tx: Tx, data: CustomerBulkData, ctx: Context) => Promise<CustomerChange>;

const bulkWorks: Record<CustomerBulkAction, BulkWork> = {
  vendedor: changeSeller,
  classificacao: changeClassification,
  'nao-contatar': changeContact,
};

async function changeSeller(tx: Tx, { vendedor, manter = false }: CustomerBulkData): Promise<CustomerChange> {
  const seller = await sellerOf(tx, vendedor);
  return async (row, customer) => {
    const current = await row
      .select({ id: customerSellers.personId })
      .from(customerSellers)
      .where(eq(customerSellers.customerId, customer.id));
    const before = current.map(({ id }) => id);
    if (before.includes(seller.id) && (manter || before.length === 1))
      throw refused('SEM_MUDANCA', 'O cliente já está com este vendedor.');
    await requireServes(row, seller, customer);
    if (!manter) await row.delete(customerSellers).where(eq(customerSellers.customerId, customer.id));
    await row
      .insert(customerSellers)
      .values({ customerId: customer.id, personId: seller.id })
      .onConflictDoNothing();
    return {
      fields: ['vendedores'],
      text: `${manter ? 'Vendedor incluído' : 'Vendedor alterado'}: ${seller.name}`,
      before: { vendedores: before },
    };
  };
}

async function sellerOf(tx: Tx, id: number | undefined) {
  if (id === undefined) throw invalid({ 'dados.vendedor': 'Escolha o vendedor.' });
  const [seller] = await sellersAmong(tx, [id]);
  if (!seller) throw invalid({ 'dados.vendedor': 'Vendedor não encontrado.' });
  return seller;
}

async function requireServes(tx: Tx, seller: Seller, { id, representativeId }: CustomerRow): Promise<void> {
  const served = await tx
    .select({ id: customerBranches.branchId })
    .from(customerBranches)
    .where(eq(customerBranches.customerId, id));
  if (!servesCustomer(seller, { representativeId, branchIds: served.map((branch) => branch.id) }))
    throw refused('NAO_ATENDE', servesNot(seller));
}

async function changeClassification(tx: Tx, { classificacao }: CustomerBulkData): Promise<CustomerChange> {
  if (classificacao === undefined) throw invalid({ 'dados.classificacao': 'Escolha a classificação.' });
  const name = classificacao === null ? '' : await classificationName(tx, classificacao);
  return async (_, { classificationId }) => {
    if (classificationId === classificacao)
      throw refused(
        'SEM_MUDANCA',
        name ? `A classificação já é ${name}.` : 'O cliente já não tem classificação.',
      );
    return {
      set: { classificationId: classificacao, ...(classificacao === null && { classificationNote: '' }) },
      text: name ? `Classificação alterada: ${name}` : 'Classificação retirada',
      before: { classificacao: classificationId },
    };
  };
}

async function classificationName(tx: Tx, id: number): Promise<string> {
  const [row] = await tx
    .select()
    .from(customerClassifications)
    .where(and(eq(customerClassifications.id, id), eq(customerClassifications.active, true)));
  if (!row) throw invalid({ 'dados.classificacao': 'Classificação não encontrada.' });
  return row.name;
}

async function changeContact(_: Tx, { naoContatar }: CustomerBulkData): Promise<CustomerChange> {
  if (naoContatar === undefined)
    throw invalid({ 'dados.naoContatar': 'Diga se o cliente pode ser contatado.' });
  return async (_tx, { doNotContact }) => {
    if (doNotContact === naoContatar)
      throw refused(
        'SEM_MUDANCA',
        naoContatar ? 'O cliente já não deve ser contatado.' : 'O cliente já pode ser contatado.',
      );
    return {
      set: { doNotContact: naoContatar },
      text: naoContatar ? 'Marcado para não ser contatado' : 'Liberado para contato',
      before: { naoContatar: doNotContact },
    };
  };
}
