import type pg from 'pg';
import * as tables from '../../tables/index.ts';
import { copyRows } from '../copyRows.ts';
import { newChance } from '../demo/chance.ts';
import { type DemoCustomer, demoCustomers } from '../demo/customers.ts';

interface Wanted {
  /** Must be unique, because the same seed would produce the same CPFs and CNPJs. */
  seed: number;
  count: number;
  firstId: number;
  today: string;
}

/** Writes customers like those of the small company, with their branches and carriers. */
export async function writeCustomers(
  client: pg.PoolClient,
  { seed, count, firstId, today }: Wanted,
): Promise<DemoCustomer[]> {
  // Different seeds collide by chance too: one of 100,000 customers had a CNPJ of the small company.
  const { rows } = await client.query<{ document: string }>('select document from customers');
  const taken = rows.map(({ document }) => document);
  const made = demoCustomers(newChance(seed, taken), count, today, firstId);
  await copyRows(
    client,
    tables.customers,
    made.map(({ row }) => row),
  );
  await copyRows(
    client,
    tables.customerBranches,
    made.flatMap(({ row, branchIds }) =>
      // No trigger runs while a benchmark's database is being filled.
      branchIds.map((branchId) => ({
        customerId: row.id,
        branchId,
        representativeId: row.representativeId ?? null,
      })),
    ),
  );
  await copyRows(
    client,
    tables.customerCarriers,
    made.flatMap(({ row, carrierIds }) => carrierIds.map((carrierId) => ({ customerId: row.id, carrierId }))),
  );
  return made;
}
