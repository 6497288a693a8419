import { asc, eq, inArray, sql } from 'drizzle-orm';
import { addDecimals, type Decimal } from '../../contract/rules/decimal.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { accountEntries, accounts } from '../db/tables/index.ts';

/** All in the order of the ids, so that two who send to each other never wait for each other. */
export async function lockBalances(tx: Tx, ids: readonly number[]): Promise<Map<number, Decimal>> {
  const inOrder = [...ids].sort((a, b) => a - b);
  await tx
    .insert(accounts)
    .values(inOrder.map((personId) => ({ personId })))
    .onConflictDoNothing();
  const rows = await tx
    .select()
    .from(accounts)
    .where(inArray(accounts.personId, inOrder))
    .orderBy(asc(accounts.personId))
    .for('update');
  return new Map(rows.map(({ personId, balance }) => [personId, balance]));
}

interface Booking {
  personId: number;
  /** Signed: what comes in is positive. */
  amount: Decimal;
  description: string;
}

/** Entries of now on top of what stands, each by somebody: nothing that was booked is written again. */
export async function bookAmounts(
  tx: Tx,
  { user, now }: Pick<Context, 'user' | 'now'>,
  bookings: readonly Booking[],
): Promise<void> {
  const balances = await lockBalances(tx, [...new Set(bookings.map(({ personId }) => personId))]);
  for (const { personId, amount, description } of bookings) {
    const balance = addDecimals(balances.get(personId) ?? '0', amount);
    balances.set(personId, balance);
    const kind = amount.startsWith('-') ? 'DEBITO' : 'CREDITO';
    const entry = { personId, amount, balance, kind, description } as const;
    await tx.insert(accountEntries).values({ ...entry, authorId: user.id, at: now() });
    await tx
      .update(accounts)
      .set({ balance, version: sql`${accounts.version} + 1` })
      .where(eq(accounts.personId, personId));
  }
}
