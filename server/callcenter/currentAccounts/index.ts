import { and, asc, desc, eq, inArray, max, sql } from 'drizzle-orm';
import { ACCOUNT_PAGE, currentAccountRoutes } from '#contract/callcenter/currentAccounts.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { readAmount, transferred } from '#contract/rules/sales/accountTransfer.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { containing } from '../../db/conditions.ts';
import { accountEntries, accounts, people } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { lockBalances } from '../../records/standard/accountOpenings.ts';
import { searchWords } from '../../sac/lookups/queries.ts';
import { accountScope, colleagueScope, seesAllAccounts } from '../../session/scope.ts';
import { plainText } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { accountStatement, exportStatement } from './statement.ts';

type Transfer = typeof currentAccountRoutes.transfer;
type Side = { id: number; name: string };

/** Moves a balance from one collaborator to another; either both entries are written or neither. */
const transferBalance = command(currentAccountRoutes.transfer, async (tx, ctx, { body }) => {
  const { from, to } = await sidesOf(tx, ctx, body);
  const parameters = await serviceParameters(tx, ctx.user.branchIds[0]);
  if (!parameters.usaContaCorrente)
    throw refused('CONTA_CORRENTE_DESLIGADA', 'Esta filial não usa conta corrente.');
  const amount = readAmount(body.valor);
  if (!amount.ok) throw invalid({ valor: amount.message });
  const before = await lockBalances(tx, [from.id, to.id]);
  const balances = { from: before.get(from.id) ?? '0', to: before.get(to.id) ?? '0' };
  const after = transferred(balances, amount.value, { mayOverdraw: !parameters.validaSaldoNegativo });
  if (!after.ok) throw refused('SALDO_INSUFICIENTE', after.message, { valor: after.message });
  const note = plainText(body.obs ?? '').trim();
  await write(tx, ctx, {
    owner: from,
    other: to,
    amount: `-${amount.value}`,
    balance: after.balances.from,
    note,
  });
  await write(tx, ctx, { owner: to, other: from, amount: amount.value, balance: after.balances.to, note });
  await audit(tx, ctx, {
    action: 'TRANSFERIR_SALDO',
    entity: 'accounts',
    entityId: from.id,
    before: { origem: balances.from, destino: balances.to },
    after: {
      idDestino: to.id,
      valor: amount.value,
      origem: after.balances.from,
      destino: after.balances.to,
      obs: note,
    },
  });
  return { data: { message: `${formatMoney(amount.value, 2)} transferidos para ${to.name}.` } };
});

/** A user who may not see an account must not learn that it exists. */
async function sidesOf(tx: Tx, { user }: Context, { idOrigem, idDestino }: Input<Transfer>['body']) {
  if (!seesAllAccounts(user) && idOrigem !== user.id) throw notFound();
  const rows = await tx
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(and(inArray(people.id, [idOrigem, idDestino]), colleagueScope(user)));
  const from = rows.find(({ id }) => id === idOrigem);
  const to = rows.find(({ id }) => id === idDestino);
  if (!from || !to) throw notFound();
  if (from.id === to.id) throw invalid({ idDestino: 'Escolha outro colaborador para receber.' });
  return { from, to };
}

interface Entry {
  owner: Side;
  other: Side;
  amount: Decimal;
  balance: Decimal;
  note: string;
}

async function write(tx: Tx, ctx: Context, { owner, other, amount, balance, note }: Entry): Promise<void> {
  const direction = amount.startsWith('-') ? 'Transferido para' : 'Recebido de';
  await tx
    .update(accounts)
    .set({ balance, version: sql`${accounts.version} + 1` })
    .where(eq(accounts.personId, owner.id));
  await tx.insert(accountEntries).values({
    personId: owner.id,
    amount,
    balance,
    kind: 'TRANSFERENCIA',
    description: note ? `${direction} ${other.name}: ${note}` : `${direction} ${other.name}`,
    otherPersonId: other.id,
    authorId: ctx.user.id,
    at: ctx.now(),
  });
}

type List = typeof currentAccountRoutes.list;
const balance = sql<string>`coalesce(${accounts.balance}, 0)`;
const byName = sql`${people.name} collate pt_br`;

/** Collaborators with their balance, ordered by name. */
async function listAccounts({ query }: Input<List>, { db, user }: Context): Promise<Output<List>> {
  const request = { page: query.page ?? 1, take: query.take ?? ACCOUNT_PAGE };
  const { take, offset } = pageOf(request);
  const where = and(
    accountScope(user),
    query.ids && inArray(people.id, query.ids),
    ...searchWords(query.q ?? '').map((word) => sql`fold_text(${people.name}) like ${containing(word)}`),
  );
  const turn = query.direction === 'DESC' ? desc : asc;
  const page = db
    .select({ id: people.id, nome: people.name, tipo: people.type })
    .from(people)
    .where(where)
    .orderBy(turn(byName), turn(people.id))
    .limit(take)
    .offset(offset)
    .as('page');
  const last = db
    .select({ at: max(accountEntries.at).as('at') })
    .from(accountEntries)
    .where(eq(accountEntries.personId, page.id))
    .as('last');
  const rows = await db
    .select({ id: page.id, nome: page.nome, tipo: page.tipo, saldo: balance, at: last.at })
    .from(page)
    .leftJoin(accounts, eq(accounts.personId, page.id))
    .leftJoinLateral(last, sql`true`)
    .orderBy(turn(sql`${page.nome} collate pt_br`), turn(page.id));
  const total = await countOf(db, db.select({ id: people.id }).from(people).where(where).limit(COUNT_CAP));
  return {
    itens: rows.map(({ at, ...row }) => ({ ...row, ultimoLancamento: at?.toISOString() ?? null })),
    paginator: paginatorOf(request, total),
  };
}

/** The people a balance can be sent to; without CONTA_CORRENTE_TODAS only the user's own balance is shown. */
async function accountBalances(
  _input: unknown,
  { db, user }: Context,
): Promise<Output<typeof currentAccountRoutes.balances>> {
  const rows = await db
    .select({ id: people.id, nome: people.name, saldo: balance })
    .from(people)
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .where(colleagueScope(user))
    .orderBy(byName, asc(people.id));
  const all = seesAllAccounts(user);
  return rows.map((row) => (all || row.id === user.id ? row : { ...row, saldo: null }));
}

export const currentAccountImplementation = implement(currentAccountRoutes, {
  list: listAccounts,
  statement: accountStatement,
  exportStatement,
  transfer: transferBalance,
  balances: accountBalances,
});
