import { and, eq, exists, ilike, like, or, type SQL, sql } from 'drizzle-orm';
import { personType } from '../../../contract/catalogs/personType.ts';
import type { peopleRoutes } from '../../../contract/config/people.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { containing, literally } from '../../db/likePattern.ts';
import { people, personBranches } from '../../db/tables/index.ts';
import { isId, isSearch, simpleList } from '../simpleRest.ts';
import { peopleScope, rowOf, selectPeople } from './queries.ts';

type List = typeof peopleRoutes.list;

export async function listPeople({ query }: Input<List>, ctx: Context): Promise<Output<List>> {
  const { db, user } = ctx;
  const rows = await simpleList(ctx, query, {
    name: 'pessoas',
    id: people.id,
    sorts: SORTS,
    filters: FILTERS,
    scope: peopleScope(db, user),
    rows: (where, order, { first, size }) =>
      selectPeople(db)
        .where(where)
        .orderBy(...order)
        .limit(size)
        .offset(first),
    count: (where) => db.$count(people, where),
  });
  return rows.map((record) => rowOf(user, record));
}

const SORTS: Record<string, SQL> = {
  nome: sql`${people.name} collate pt_br`,
  tipo: sql`${people.type}`,
};

type Condition = (value: unknown, ctx: Context) => SQL | undefined;

const FILTERS: Record<string, Condition> = {
  q: (value) => (isSearch(value) ? searched(value) : undefined),
  tipo: (value) => (isType(value) ? eq(people.type, value) : undefined),
  idPerfil: (value) => (isId(value) ? eq(people.roleId, Number(value)) : undefined),
  ativo: (value) =>
    value === true || value === 'true'
      ? eq(people.active, true)
      : value === false || value === 'false'
        ? eq(people.active, false)
        : undefined,
  idFil: (value, { db }) => (isId(value) ? worksAt(db, Number(value)) : undefined),
};

/** By name, e-mail, or the beginning of the CPF, with or without its mask. */
function searched(text: string): SQL | undefined {
  const digits = text.replace(/\D/g, '');
  return or(
    sql`fold_text(${people.name}) like ${containing(text.trim())}`,
    ilike(people.email, `%${literally(text.trim())}%`),
    digits.length >= 3 && /^[\d.\-\s]+$/.test(text) ? like(people.cpf, `${digits}%`) : undefined,
  );
}

const worksAt = (db: Executor, branchId: number): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(personBranches)
      .where(and(eq(personBranches.personId, people.id), eq(personBranches.branchId, branchId))),
  );

const isType = (value: unknown): value is (typeof personType)[number]['value'] =>
  personType.some((row) => row.value === value);
