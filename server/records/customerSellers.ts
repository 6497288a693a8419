import { inArray } from 'drizzle-orm';
import type { RecordData } from '../../contract/records/recordField.ts';
import { branches, representatives } from '../db/tables/index.ts';
import { sellersAmong, servesCustomer, servesNot } from '../sac/customers/queries.ts';
import type { WritingRecords } from './mapping.ts';
import type { PendingRow } from './pendingRow.ts';

/** Who sells to a customer must serve them, as where a customer is handed over; who sold to them before stays. */
export async function refuseStrangers(
  rows: readonly PendingRow[],
  { tx }: Pick<WritingRecords, 'tx'>,
): Promise<void> {
  const named = rows.flatMap(newSellers);
  if (named.length === 0) return;
  const sellers = new Map(
    (
      await sellersAmong(
        tx,
        named.map(({ id }) => id),
      )
    ).map((seller) => [seller.id, seller]),
  );
  const servedOf = await reader(
    tx,
    named.map(({ row }) => row.after),
  );
  for (const { row, path, id } of named) {
    const seller = sellers.get(id);
    if (!seller) row.refuse(path, 'Vendedor não encontrado.');
    else if (!servesCustomer(seller, servedOf(row.after))) row.refuse(path, servesNot(seller));
  }
}

const itemsOf = (data: RecordData | null, key: 'vendedores' | 'filiais') =>
  (data?.[key] ?? []) as readonly Readonly<Record<string, string>>[];

function newSellers(row: PendingRow): { row: PendingRow; path: string; id: number }[] {
  const before = new Set(itemsOf(row.before, 'vendedores').map(({ vendedor }) => vendedor));
  return itemsOf(row.after, 'vendedores').flatMap(({ vendedor }, index) => {
    const path = `vendedores/${index}/vendedor`;
    const id = row.referenceOf(path);
    return id === null || before.has(vendedor) ? [] : [{ row, path, id }];
  });
}

/** The numbers of the branches and representatives that some customers will have: one query each. */
async function reader(tx: WritingRecords['tx'], customers: readonly RecordData[]) {
  const cnpjs = customers.flatMap((data) => itemsOf(data, 'filiais').flatMap(({ filial }) => filial ?? []));
  const codes = customers.flatMap(({ representante }) => representante ?? []);
  const found = await tx
    .select({ id: branches.id, key: branches.cnpj })
    .from(branches)
    .where(inArray(branches.cnpj, cnpjs));
  const represented = await tx
    .select({ id: representatives.id, key: representatives.code })
    .from(representatives)
    .where(inArray(representatives.code, codes as string[]));
  const branchIds = new Map(found.map(({ key, id }) => [key, id]));
  const representativeIds = new Map(represented.map(({ key, id }) => [key, id]));
  return (data: RecordData) => ({
    representativeId: representativeIds.get(String(data.representante)) ?? null,
    branchIds: itemsOf(data, 'filiais').flatMap(({ filial }) => branchIds.get(filial ?? '') ?? []),
  });
}
