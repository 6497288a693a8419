import { and, eq } from 'drizzle-orm';
import type { CustomerBulkAction, CustomerBulkData } from '../../../../contract/callcenter/customerBulk.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import {
  customerBranches,
  customerClassifications,
  customerSellers,
  type customers,
} from '../../../db/tables/index.ts';
import { invalid, refused } from '../../../errors.ts';
import type { CustomerRow } from '../../../sac/customers/queries.ts';
import { type Seller, sellersAmong, servesCustomer, servesNot } from '../../../sac/customers/sellers.ts';

interface Told {
  set?: Partial<typeof customers.$inferInsert>;
  /** For the customer's activity log. */
  text: string;
  before: Record<string, unknown>;
}

/** Changes one customer, who is locked; a Refusal is the failure of that row. */
export type CustomerChange = (tx: Tx, customer: CustomerRow) => Promise<Told>;

/** Judges what was given once for all, and answers what is then done with each customer. */
export type BulkWork = (tx: Tx, data: CustomerBulkData, ctx: Context) => Promise<CustomerChange>;

export const bulkWorks: Record<CustomerBulkAction, BulkWork> = {
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
