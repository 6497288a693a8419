import { and, ne, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { customers } from '../../db/tables/index.ts';
import { customerScope } from '../../session/scope.ts';

const GROUPS = [
  ['CATEGORIA', 'Categoria', customers.category],
  ['CLASSE', 'Classe de venda', customers.salesClass],
  ['REDE', 'Rede', customers.network],
] as const;
const MOST = 200;

/** How the company sorts the customers that the person sees. */
export async function customerTags({ db, user }: Context) {
  const found = await Promise.all(
    GROUPS.map(async ([key, grupo, column]) => {
      const rows = await db
        .selectDistinct({ name: column })
        .from(customers)
        .where(and(ne(column, ''), customerScope(user)))
        .orderBy(sql`1`)
        .limit(MOST);
      return rows.map(({ name }) => ({ id: `${key}:${name}`, nome: name, grupo }));
    }),
  );
  return found.flat();
}
