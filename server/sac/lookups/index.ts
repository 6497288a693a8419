import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import type { Context } from '../../context.ts';
import { containing } from '../../db/conditions.ts';
import { products } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, paginatorOf } from '../../paging/paging.ts';
import { dayAt, withAbsence } from '../../session/absences.ts';
import { attendants, attendantsOf } from '../../session/attendants.ts';
import { isOutside } from '../../session/scope.ts';
import {
  activeReasons,
  finalReasonOf,
  plainReasonOf,
  productReasonsOf,
  typesOf,
} from '../ticketCatalog/queries.ts';
import { requireVisibleTicket } from '../tickets/queries.ts';
import {
  carrierOptions,
  finalReasons,
  ownBranches,
  regionOptions,
  representativeOptions,
  searchWords,
  sectorOptions,
} from './queries.ts';

type Search = Input<typeof lookupRoutes.products>;

/**
 * Products by code, barcode or words of the description, ignoring accents; products that can no longer be returned are left
 * out.
 */
async function searchProducts(
  { query }: Search,
  { db }: Context,
): Promise<Output<typeof lookupRoutes.products>> {
  const { q = '', take = 6, page = 1 } = query;
  const found = and(eq(products.unavailable, false), matches(q));
  const order = orderOf(q);
  const ids = db
    .select({ id: products.id })
    .from(products)
    .where(found)
    .orderBy(...order)
    .limit(take)
    .offset((page - 1) * take);
  const [total, rows] = await Promise.all([
    countOf(db, db.select({ id: products.id }).from(products).where(found).limit(COUNT_CAP)),
    db
      .select()
      .from(products)
      .where(inArray(products.id, ids))
      .orderBy(...order),
  ]);
  return { itens: rows.map(optionOf), paginator: paginatorOf({ page, take }, total) };
}

/** Must match the expression of the trigram index. */
const text = sql`fold_text(${products.code} || ' ' || ${products.description})`;

function matches(q: string): SQL | undefined {
  const words = searchWords(q);
  if (words.length === 0) return undefined;
  return or(
    eq(products.barcode, words.join('')),
    and(...words.map((word) => sql`${text} like ${containing(word)}`)),
  );
}

/** The product with exactly that code or barcode comes first, then by name. */
function orderOf(q: string): SQL[] {
  const exact = searchWords(q).join('');
  return [
    ...(exact ? [desc(sql`(${products.code} = ${exact} or ${products.barcode} = ${exact})`)] : []),
    sql`${products.description} collate pt_br`,
    sql`${products.id}`,
  ];
}

const optionOf = (row: typeof products.$inferSelect) => ({
  id: row.id,
  display: `${row.code} - ${row.description}`,
  idExibicao: row.code,
  descricao: row.description,
  marca: row.brand,
  unidade: row.unit,
  codigo_barras: row.barcode,
  preco: row.price,
  idImagem: row.imageId,
});

export const lookupImplementation = implement(lookupRoutes, {
  openingReasons: async (_, { db, user }) =>
    (await typesOf(db, user)).flatMap(({ motivos }) => motivos?.itens ?? []),
  productReasons: async (_, { db }) => productReasonsOf(await activeReasons(db, 'PRODUTO'), null),
  analysisReasons: async (_, { db, user }) =>
    isOutside(user) ? [] : (await activeReasons(db, 'ANALISE')).map(plainReasonOf),
  finalReasons: async ({ query }, { db }) => (await finalReasons(db, query.tipo)).map(finalReasonOf),
  attendants: async (_, { db, user, now }) =>
    withAbsence(db, await attendants(db, user), await dayAt(db, null, now())),
  availableAttendants: async ({ query: { idTicket, setor } }, { db, user, now }) => {
    const branchId = idTicket && (await requireVisibleTicket(db, user, idTicket)).branchId;
    if (isOutside(user)) return [];
    const persons = branchId
      ? await attendantsOf(db, { branchId, ...(setor && { sectorId: setor }) })
      : await attendants(db, user, setor ? { sectorId: setor } : {});
    return withAbsence(db, persons, await dayAt(db, branchId ?? null, now()));
  },
  representatives: (_, { db, user }) => representativeOptions(db, user),
  carriers: (_, { db, user }) => carrierOptions(db, user),
  sectors: (_, { db, user }) => sectorOptions(db, user),
  regions: (_, { db, user }) => regionOptions(db, user),
  branches: (_, { db, user }) => ownBranches(db, user),
  products: searchProducts,
});
