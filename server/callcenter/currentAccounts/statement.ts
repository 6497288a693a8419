import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  type AccountEntry,
  type currentAccountRoutes,
  STATEMENT_ENTRIES,
  type Statement,
} from '#contract/callcenter/currentAccounts.ts';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import type { InstantRange } from '#contract/rules/time/dayRange.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { type Cell, type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { accountEntries, accounts, customers, people } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { daysBetween } from '../../paging/paging.ts';
import { accountScope, seesAllAccounts } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';

type Request = Input<typeof currentAccountRoutes.statement>;
const DEFAULT_DAYS = 30;

/** The entries of the period, with the balance after each. */
export const accountStatement = async (
  request: Request,
  ctx: Context,
): Promise<Output<typeof currentAccountRoutes.statement>> => ({
  data: await statementOf(request, ctx, STATEMENT_ENTRIES),
});

async function statementOf({ params, query }: Request, ctx: Context, most: number): Promise<Statement> {
  const { db, user } = ctx;
  const person = await visiblePerson(ctx, params.idColaborador);
  const zone = await zoneOf(db, user);
  const to = query.data_fim ?? localDate(ctx.now(), zone);
  const from = query.data_inicio ?? addDays(to, -DEFAULT_DAYS);
  const range = daysBetween(from, to, { zone, field: 'data_fim' }) as InstantRange;
  const [sums, entries, parameters] = await Promise.all([
    sumsOf(db, person.id, range),
    entriesOf(db, person.id, range, most),
    serviceParameters(db, user.branchIds[0]),
  ]);
  const mayTransfer =
    parameters.usaContaCorrente &&
    allows(user.grants, 'CONTA_CORRENTE_TRANSFERIR') &&
    (seesAllAccounts(user) || person.id === user.id);
  return {
    colaborador: { id: person.id, nome: person.nome },
    data_inicio: from,
    data_fim: to,
    ...sums,
    saldoAtual: person.saldo,
    podeTransferir: mayTransfer,
    cortado: entries.length > most,
    itens: entries.slice(-most),
  };
}

async function visiblePerson({ db, user }: Context, id: number) {
  const [row] = await db
    .select({ id: people.id, nome: people.name, saldo: sql<string>`coalesce(${accounts.balance}, 0)` })
    .from(people)
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .where(and(eq(people.id, id), accountScope(user)));
  if (!row) throw notFound();
  return row;
}

/** Totals over all entries of the period, regardless of how many are shown. */
async function sumsOf(db: Executor, personId: number, { start, end }: InstantRange) {
  const own = eq(accountEntries.personId, personId);
  const { amount, at } = accountEntries;
  const [row] = await db
    .select({
      saldoInicial: sql<string>`coalesce(sum(${amount}) filter (where ${at} < ${start}), 0)`,
      creditos: sql<string>`coalesce(sum(${amount}) filter (where ${at} >= ${start} and ${amount} > 0), 0)`,
      debitos: sql<string>`coalesce(-sum(${amount}) filter (where ${at} >= ${start} and ${amount} < 0), 0)`,
      saldoFinal: sql<string>`coalesce(sum(${amount}), 0)`,
    })
    .from(accountEntries)
    .where(and(own, lt(at, end)));
  return row ?? { saldoInicial: '0', creditos: '0', debitos: '0', saldoFinal: '0' };
}

const others = alias(people, 'others');
const authors = alias(people, 'authors');

/** Entries in chronological order; of a longer period only the newest are shown. */
async function entriesOf(
  db: Executor,
  personId: number,
  { start, end }: InstantRange,
  most: number,
): Promise<AccountEntry[]> {
  const rows = await db
    .select({
      entry: accountEntries,
      customer: customers.tradeName,
      other: others.name,
      author: authors.name,
    })
    .from(accountEntries)
    .leftJoin(customers, eq(customers.id, accountEntries.customerId))
    .leftJoin(others, eq(others.id, accountEntries.otherPersonId))
    .leftJoin(authors, eq(authors.id, accountEntries.authorId))
    .where(
      and(eq(accountEntries.personId, personId), gte(accountEntries.at, start), lt(accountEntries.at, end)),
    )
    .orderBy(desc(accountEntries.at), desc(accountEntries.id))
    .limit(most + 1);
  const named = (id: number | null, nome: string | null) => (id && nome ? { id, nome } : null);
  return rows.reverse().map(({ entry, customer, other, author }) => ({
    id: entry.id,
    dtHora: entry.at.toISOString(),
    tipo: entry.kind,
    descricao: entry.description,
    valor: entry.amount,
    saldo: entry.balance,
    idPedido: entry.orderId,
    cliente: named(entry.customerId, customer),
    outroColaborador: named(entry.otherPersonId, other),
    autor: named(entry.authorId, author),
  }));
}

const MONEY = '#,##0.00';
const COLUMNS: readonly SheetColumn[] = [
  { title: 'Data', kind: 'instant', width: 17 },
  { title: 'Descrição', kind: 'text', width: 50 },
  { title: 'Pedido', kind: 'number', width: 11 },
  { title: 'Cliente', kind: 'text', width: 30 },
  { title: 'Colaborador', kind: 'text', width: 26 },
  { title: 'Valor', kind: 'decimal', width: 14, format: MONEY },
  { title: 'Saldo', kind: 'decimal', width: 14, format: MONEY },
];

/** A file cannot show that it was cut off, so a longer export is refused. */
const MAX_EXPORTED = 20_000;

export async function exportStatement(
  { params, query }: Input<typeof currentAccountRoutes.exportStatement>,
  ctx: Context,
): Promise<FileAnswer> {
  const { formato = 'xlsx', ...period } = query;
  const data = await statementOf({ params, query: period }, ctx, MAX_EXPORTED);
  if (data.cortado)
    throw refused('PERIODO_LONGO', 'O período tem mais de 20.000 lançamentos. Exporte um período menor.');
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'accounts',
    entityId: params.idColaborador,
    after: { formato, de: data.data_inicio, ate: data.data_fim },
  });
  const { mime, write } = sheetWriters[formato];
  const zone = await zoneOf(ctx.db, ctx.user);
  return {
    content: write({ name: 'Extrato', columns: COLUMNS, rows: statementRows(data), zone }),
    name: `extrato ${data.colaborador.nome} ${data.data_fim}.${formato}`,
    mime,
  };
}

async function* statementRows({ itens }: Statement): AsyncGenerator<Cell[]> {
  for (const { dtHora, descricao, idPedido, cliente, outroColaborador, valor, saldo } of itens)
    yield [
      new Date(dtHora),
      descricao,
      idPedido,
      cliente?.nome ?? '',
      outroColaborador?.nome ?? '',
      valor,
      saldo,
    ];
}
