import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { CustomerInDoubt, LikelyDouble } from '#contract/callcenter/customers/customerDoubles.ts';
import { type DoubleSign, pairKey, signsInOrder } from '#contract/rules/customers/customerDoubles.ts';
import { isMissingDocument } from '#contract/rules/documents.ts';
import { foldedText } from '#contract/rules/text.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { customers, distinctCustomers, people } from '../../db/tables/index.ts';
import { type CustomerRow, leadingId, numbersOf } from '../../sac/customers/queries.ts';
import { customerScope } from '../../session/scope.ts';
import { groupsOf } from '../customerGroups/queries.ts';
import { isErased } from '../customerMerges/queries.ts';
import { alikeCustomers, sameRoot } from './signs.ts';

type Reader = Pick<Context, 'db' | 'user'>;

/** How many pairs a page has, and for how many customers it looks for others, whatever it finds. */
const PAGE = 50;
const READ_AT_ONCE = 100;
const MOST_READ = 1_000;
/** How many are proposed beside one customer. */
const MOST_PROPOSED = 5;

interface Side extends CustomerInDoubt {
  missing: boolean;
  simulation: boolean;
  erased: boolean;
}

interface Pair {
  cliente: Side;
  outro: Side;
  motivos: DoubleSign[];
}

interface Found {
  itens: LikelyDouble[];
  continua: number | null;
}

/** Pairs of which one has no document can be merged; those with two can be linked as a group. */
type Way = 'MERGE' | 'LINK';

/**
 * Pairs, the newest registration first. Goes through the customers without a document, or through those with one, for no more than so
 * many of them, and says where it stopped.
 */
export async function likelyDoubles(ctx: Reader, after: number | undefined, way: Way): Promise<Found> {
  const found: Pair[] = [];
  let at = after;
  for (let read = 0; read < MOST_READ; read += READ_AT_ONCE) {
    const given = await customersOf(ctx, way, at);
    const pairs = await pairsOf(ctx, given, way);
    for (const { id } of given) {
      // Of two that are both gone through, the newer one names the pair.
      const own = pairs.filter(
        ({ cliente, outro }) => cliente.id === id && (cliente.missing !== outro.missing || outro.id < id),
      );
      if (found.length > 0 && found.length + own.length > PAGE) return pageOf(found, at);
      found.push(...own);
      at = id;
    }
    if (given.length < READ_AT_ONCE) return pageOf(found, undefined);
  }
  return pageOf(found, at);
}

const pageOf = (pairs: readonly Pair[], at: number | undefined): Found => ({
  itens: pairs.map((pair) => ({ ...pair, descartado: null })),
  continua: at ?? null,
});

/** The registrations that are probably of this customer, as far as one of the two has no document. */
export const doublesOf = async (ctx: Reader, row: CustomerRow): Promise<Omit<Pair, 'cliente'>[]> =>
  (await pairsOf(ctx, [row], 'MERGE'))
    .map(({ outro, motivos }) => ({ outro, motivos }))
    .slice(0, MOST_PROPOSED);

const WITHOUT_DOCUMENT = sql`${customers.document} ~ '^S[0-9]{10}$'`;

const customersOf = ({ db, user }: Reader, way: Way, after: number | undefined): Promise<CustomerRow[]> =>
  db
    .select()
    .from(customers)
    .where(
      and(
        way === 'MERGE' ? WITHOUT_DOCUMENT : sql`not (${WITHOUT_DOCUMENT})`,
        isNull(customers.personalGoneAt),
        customerScope(user),
        after === undefined ? undefined : lt(customers.id, after),
      ),
    )
    .orderBy(desc(customers.id))
    .limit(READ_AT_ONCE);

/** What of the given customers could be one with another one that has something alike, the most alike first. */
async function pairsOf(ctx: Reader, given: readonly CustomerRow[], way: Way): Promise<Pair[]> {
  const alike = await byIndexes(ctx.db, async (db) => [
    ...(await alikeCustomers({ ...ctx, db }, given)),
    ...(way === 'LINK' ? await sameRoot({ ...ctx, db }, given) : []),
  ]);
  const ids = [...new Set([...given, ...alike].map(({ id }) => id))];
  const sides = await sidesOf(ctx, amongIds(customers.id, ids));
  const groups = way === 'LINK' ? await groupsOf(ctx.db, ids) : new Map<number, number>();
  const signs = new Map<string, Set<DoubleSign>>();
  for (const { of, id, sign } of alike) {
    const key = `${of} ${id}`;
    signs.set(key, (signs.get(key) ?? new Set()).add(sign));
  }
  const pairs = [...signs].flatMap(([key, each]) => {
    const [cliente, outro] = key.split(' ').map((id) => sides.get(Number(id)));
    if (!cliente || !outro || !mayBeOne(cliente, outro, way)) return [];
    const [group, otherGroup] = [groups.get(cliente.id), groups.get(outro.id)];
    // Two groups do not become one by linking.
    if (group !== undefined && otherGroup !== undefined) return [];
    const motivos = signsInOrder([...each].flatMap((sign) => signOf(sign, cliente, outro)));
    return motivos.length === 0 ? [] : [{ cliente, outro, motivos }];
  });
  const dismissed = await dismissedAmong(ctx.db, pairs);
  return pairs
    .filter(({ cliente, outro }) => !dismissed.has(pairKey(cliente.id, outro.id)))
    .sort((a, b) => b.motivos.length - a.motivos.length || a.outro.id - b.outro.id);
}

/**
 * Each value is one entry of an index. Where nearly all rows have the same one, as where no contact has an e-mail, the planner would
 * rather read the whole table for every value.
 */
const byIndexes = <T>(db: Executor, read: (db: Executor) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true)`);
    return read(tx);
  });

/** Two documents are two customers whatever else is alike. */
const mayBeOne = (one: Side, other: Side, way: Way): boolean =>
  (way === 'MERGE') === (one.missing || other.missing) &&
  one.simulation === other.simulation &&
  !one.erased &&
  !other.erased;

/** What a value that both have says of these two. */
function signOf(sign: DoubleSign, one: Side, other: Side): DoubleSign[] {
  const same = (a: string, b: string) => foldedText(a) === foldedText(b);
  // Each state numbers its own.
  if (sign === 'INSCRICAO') return !one.uf || !other.uf || same(one.uf, other.uf) ? [sign] : [];
  if (sign !== 'NOME') return [sign];
  return [one.cidade && other.cidade && same(one.cidade, other.cidade) ? 'NOME_CIDADE' : 'NOME'];
}

/** Customers that the person may see, by their numbers. */
async function sidesOf({ db, user }: Reader, among: SQL): Promise<Map<number, Side>> {
  const rows = await db
    .select()
    .from(customers)
    .where(and(among, customerScope(user)));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        fant: row.tradeName,
        razSoc: row.legalName,
        documento: row.document,
        cidade: row.address.cidade ?? '',
        uf: row.address.uf ?? '',
        missing: isMissingDocument(row.document),
        simulation: row.simulation,
        erased: isErased(row),
      },
    ]),
  );
}

/** Which of these pairs somebody has said not to be the same, whatever was merged into either since. */
async function dismissedAmong(
  db: Executor,
  pairs: readonly Pick<Pair, 'cliente' | 'outro'>[],
): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set();
  const leads = await numbersOf(db, [
    ...new Set(pairs.flatMap(({ cliente, outro }) => [cliente.id, outro.id])),
  ]);
  const numbers = [...leads.keys()];
  const rows = await db
    .select({ one: distinctCustomers.oneId, other: distinctCustomers.otherId })
    .from(distinctCustomers)
    .where(and(inArray(distinctCustomers.oneId, numbers), inArray(distinctCustomers.otherId, numbers)));
  return new Set(rows.map(({ one, other }) => pairKey(leads.get(one) ?? one, leads.get(other) ?? other)));
}

/** The pairs that are no longer proposed, the last dismissed first, as far as the person sees both. */
export async function dismissedPairs(ctx: Reader, after: number | undefined): Promise<Found> {
  const { db, user } = ctx;
  const [one, other] = [leadingId(distinctCustomers.oneId), leadingId(distinctCustomers.otherId)];
  const seen = (lead: SQL) =>
    sql`exists (select from ${customers} where ${and(sql`${customers.id} = ${lead}`, customerScope(user))})`;
  const rows = await db
    .select({ id: distinctCustomers.id, one, other, at: distinctCustomers.at, person: people.name })
    .from(distinctCustomers)
    .innerJoin(people, eq(people.id, distinctCustomers.personId))
    .where(
      and(
        after === undefined ? undefined : lt(distinctCustomers.id, after),
        sql`${one} <> ${other}`,
        seen(one),
        seen(other),
      ),
    )
    .orderBy(desc(distinctCustomers.id))
    .limit(PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const sides = await sidesOf(
    ctx,
    amongIds(
      customers.id,
      shown.flatMap((row) => [row.one, row.other]),
    ),
  );
  return {
    itens: shown.flatMap((row) => {
      const [newer, older] = [row.one, row.other].sort((a, b) => b - a).map((id) => sides.get(id));
      return newer && older
        ? [
            {
              cliente: newer,
              outro: older,
              motivos: [],
              descartado: { por: row.person, em: row.at.toISOString() },
            },
          ]
        : [];
    }),
    continua: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}
