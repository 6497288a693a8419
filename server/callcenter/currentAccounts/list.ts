import { and, asc, desc, eq, max, sql } from 'drizzle-orm';
import type { currentAccountRoutes } from '../../../contract/callcenter/currentAccounts.ts';
import { ACCOUNT_PAGE } from '../../../contract/callcenter/currentAccounts.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import { containing } from '../../db/likePattern.ts';
import { accountEntries, accounts, people } from '../../db/tables/index.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { searchWords } from '../../sac/lookups/rules.ts';
import { accountScope, colleagueScope, seesAllAccounts } from './scope.ts';

type List = typeof currentAccountRoutes.list;
const balance = sql<string>`coalesce(${accounts.balance}, 0)`;
const byName = sql`${people.name} collate pt_br`;

/** Collaborators with their balance, by name. */
export async function listAccounts({ query }: Input<List>, { db, user }: Context): Promise<Output<List>> {
  const request = { page: query.page ?? 1, take: query.take ?? ACCOUNT_PAGE };
  const { take, offset } = pageOf(request);
  const where = and(
    accountScope(user),
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

/** Whom a balance can be sent to; without CONTA_CORRENTE_TODAS nobody's balance but the own one is told. */
export async function accountBalances(
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
