import { and, asc, desc, eq, exists, ilike, like, or, type SQL, sql } from 'drizzle-orm';
import { personType } from '../../../contract/catalogs/personType.ts';
import type { peopleRoutes } from '../../../contract/config/people.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { containing, literally } from '../../db/likePattern.ts';
import { people, personBranches } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { readListQuery } from '../simpleRest.ts';
import { peopleScope, rowOf, selectPeople } from './queries.ts';

type List = typeof peopleRoutes.list;

export async function listPeople({ query }: Input<List>, ctx: Context): Promise<Output<List>> {
  const { db, user } = ctx;
  const { filter, range, sort } = readListQuery(query, Object.keys(SORTS));
  const asked = Object.entries(filter).map(([key, value]) => condition(db, key, value));
  const where = and(peopleScope(db, user), ...asked);
  const direction = sort.order === 'ASC' ? asc : desc;
  const rows = await selectPeople(db)
    .where(where)
    .orderBy(direction(SORTS[sort.field] ?? people.id), direction(people.id))
    .limit(range.size)
    .offset(range.first);
  const total = await db.$count(people, where);
  const last = range.first + Math.max(0, rows.length - 1);
  ctx.setHeader('Content-Range', `pessoas ${range.first}-${last}/${total}`);
  return rows.map((record) => rowOf(user, record));
}

const SORTS: Record<string, SQL> = {
  id: sql`${people.id}`,
  nome: sql`${people.name} collate pt_br`,
  tipo: sql`${people.type}`,
};

type Condition = (value: unknown, db: Executor) => SQL | undefined;

const FILTERS: Record<string, Condition> = {
  q: (value) => (typeof value === 'string' && value.length <= 200 ? searched(value) : undefined),
  tipo: (value) => (isType(value) ? eq(people.type, value) : undefined),
  idPerfil: (value) => (isId(value) ? eq(people.roleId, Number(value)) : undefined),
  ativo: (value) =>
    value === true || value === 'true'
      ? eq(people.active, true)
      : value === false || value === 'false'
        ? eq(people.active, false)
        : undefined,
  idFil: (value, db) => (isId(value) ? worksAt(db, Number(value)) : undefined),
};

function condition(db: Executor, key: string, value: unknown): SQL {
  const made = Object.hasOwn(FILTERS, key) ? FILTERS[key]?.(value, db) : undefined;
  if (!made) throw invalid({ filter: `O filtro "${key.slice(0, 40)}" não existe ou tem um valor inválido.` });
  return made;
}

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
/** The address has texts, a program may send numbers. */
const isId = (value: unknown) => {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 31;
};
