import { and, asc, exists, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { accountOpeningType } from '#contract/records/finance.ts';
import { addDecimals, compareDecimals, type Decimal, subtractDecimals } from '#contract/rules/decimal.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { insertMany } from '../../db/manyRows.ts';
import { accountEntries, accountOpenings, accounts, people } from '../../db/tables/index.ts';
import { accountScope } from '../../session/scope.ts';
import { mapRecords, type WritingRecords } from '../mapping.ts';
import type { PendingRow } from '../write/pendingRow.ts';

export const accountOpeningRecords = mapRecords(accountOpeningType, {
  table: accountOpenings,
  entity: 'account_openings',
  columns: {
    pessoa: accountOpenings.personId,
    data: accountOpenings.asOf,
    valor: accountOpenings.amount,
  },
  scope: (user) =>
    exists(
      new QueryBuilder()
        .select({ one: sql`1` })
        .from(people)
        .where(sql`${people.id} = ${accountOpenings.personId} and ${accountScope(user) ?? sql`true`}`),
    ),
  rules: openingRules,
  effects: bookOpenings,
  removal: async () => 'O saldo inicial está no extrato. Para desfazê-lo, grave 0.',
});

async function openingRules(rows: readonly PendingRow[], { tx, ctx }: WritingRecords): Promise<void> {
  const today = localDate(ctx.now(), DEFAULT_TIME_ZONE);
  for (const row of rows)
    if (row.changed.has('data') && String(row.after.data) > today)
      row.refuse('data', 'O saldo inicial não pode ser de depois de hoje.');
  const named = rows.flatMap((row) => row.referenceOf('pessoa') ?? []);
  const found = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(amongIds(people.id, named), accountScope(ctx.user)));
  const having = new Set(found.map(({ id }) => id));
  for (const row of rows) {
    const id = row.referenceOf('pessoa');
    if (row.before === null && id !== null && !having.has(id))
      row.refuse('pessoa', 'Esta pessoa não tem conta corrente.');
  }
}

/** Statement entries are never rewritten: the difference to the previous opening balance becomes an entry of its own. */
async function bookOpenings(rows: readonly PendingRow[], { tx, ctx }: WritingRecords): Promise<void> {
  const written = await tx
    .select({ id: accountOpenings.id, personId: accountOpenings.personId })
    .from(accountOpenings)
    .where(
      amongIds(
        accountOpenings.id,
        rows.flatMap(({ id }) => id ?? []),
      ),
    );
  const personOf = new Map(written.map(({ id, personId }) => [id, personId]));
  await bookAmounts(
    tx,
    ctx,
    rows.flatMap(({ id, before, after }) => {
      const personId = personOf.get(id ?? 0);
      const amount = subtractDecimals(String(after.valor), String(before?.valor ?? '0'));
      if (personId === undefined || compareDecimals(amount, '0') === 0) return [];
      const day = formatCalendarDate(String(after.data));
      const words = before ? `Acerto do saldo inicial de ${day}` : `Saldo inicial em ${day}`;
      return [{ personId, amount, description: words }];
    }),
  );
}

/** Locks in id order, so that two people who transfer to each other never deadlock. */
export async function lockBalances(tx: Tx, ids: readonly number[]): Promise<Map<number, Decimal>> {
  const inOrder = [...ids].sort((a, b) => a - b);
  await insertMany(
    tx,
    accounts,
    inOrder.map((personId) => ({ personId })),
    sql`on conflict do nothing`,
  );
  const rows = await tx
    .select()
    .from(accounts)
    .where(amongIds(accounts.personId, inOrder))
    .orderBy(asc(accounts.personId))
    .for('update');
  return new Map(rows.map(({ personId, balance }) => [personId, balance]));
}

interface Booking {
  personId: number;
  /** Signed: incoming amounts are positive. */
  amount: Decimal;
  description: string;
}

/** Adds entries dated now on top of the current balance, each with its author; existing entries are never rewritten. */
async function bookAmounts(
  tx: Tx,
  { user, now }: Pick<Context, 'user' | 'now'>,
  bookings: readonly Booking[],
): Promise<void> {
  const balances = await lockBalances(tx, [...new Set(bookings.map(({ personId }) => personId))]);
  const entries = bookings.map(({ personId, amount, description }) => {
    const balance = addDecimals(balances.get(personId) ?? '0', amount);
    balances.set(personId, balance);
    const kind = amount.startsWith('-') ? ('DEBITO' as const) : ('CREDITO' as const);
    return { personId, amount, balance, kind, description, authorId: user.id, at: now() };
  });
  await insertMany(tx, accountEntries, entries);
  const left = JSON.stringify([...balances].map(([id, balance]) => ({ id, balance })));
  await tx.execute(sql`
    update ${accounts} set balance = x.balance, version = ${accounts.version} + 1
    from jsonb_to_recordset(${left}::jsonb) as x(id integer, balance numeric) where ${accounts.personId} = x.id`);
}
