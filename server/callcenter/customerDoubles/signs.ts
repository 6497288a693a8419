import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { normalizeEmail } from '#contract/rules/contact.ts';
import { type DoubleSign, MOST_ALIKE } from '#contract/rules/customers/customerDoubles.ts';
import { MOST_MEMBERS } from '#contract/rules/customers/customerGroup.ts';
import { cnpjRoot } from '#contract/rules/documents.ts';
import { parsePhoneSearch } from '#contract/rules/phone.ts';
import type { Context } from '../../context.ts';
import {
  customerContacts,
  customerEmails,
  customerGroupMembers,
  customerPhones,
  customers,
} from '../../db/tables/index.ts';
import type { CustomerRow } from '../../sac/customers/queries.ts';
import { seesPersonal } from '../../session/personalData.ts';
import { customerScope } from '../../session/scope.ts';

type Reader = Pick<Context, 'db' | 'user'>;

/** What is compared of a customer. */
export type Compared = Pick<
  CustomerRow,
  'id' | 'legalName' | 'tradeName' | 'email' | 'phone' | 'stateRegistration' | 'address'
>;

/** Another customer with the same value as one of those that were asked for. */
interface Alike {
  of: number;
  id: number;
  sign: DoubleSign;
}

/** Fewer letters or digits are a placeholder rather than a name or a registration. */
const FEWEST_LETTERS = 4;
const FEWEST_DIGITS = 8;

/** As many entries of an index are read for one value: one that more have is no sign at all. */
const MOST_ENTRIES = 50;

/**
 * The customers of the person's scope who have something alike with these, each reason by itself. A value that the person sees masked is
 * not compared: that two customers share it would tell what it is (docs/domain.md 13).
 */
export async function alikeCustomers(ctx: Reader, given: readonly Compared[]): Promise<readonly Alike[]> {
  if (given.length === 0) return [];
  const personal = seesPersonal(ctx.user);
  const [towns, noTowns] = [true, false].map((has) =>
    given.filter(({ address }) => Boolean(address.cidade?.trim()) === has),
  ) as [Compared[], Compared[]];
  const found = await Promise.all([
    ...(personal ? [samePhone(ctx, given), sameEmail(ctx, given)] : []),
    sameRegistration(ctx, given),
    sameName(ctx, towns, sql`and ${foldedTown('o')} = any(array[fold_text(k.town), ''])`),
    sameName(ctx, noTowns, sql``),
  ]);
  return found.flat();
}

interface Key {
  of: number;
  values: readonly string[];
}

/**
 * Who else has these values. `owners` selects by the columns of `k` which customers have one, whoever may see them; what more customers
 * of the person have than would tell them apart is left out.
 */
async function sharing(
  { db, user }: Reader,
  keys: readonly Key[],
  names: readonly string[],
  owners: SQL,
): Promise<{ of: number; id: number }[]> {
  if (keys.length === 0) return [];
  const columns = names.map(
    (_, index) => sql`${sql.param(keys.map(({ values }) => values[index] ?? ''))}::text[]`,
  );
  const { rows } = await db.execute<{ at: number; id: number }>(sql`
    select k.at::int as at, f.id
    from unnest(${sql.join(columns, sql`, `)}) with ordinality
      as k(${sql.join(
        [...names, 'at'].map((name) => sql.identifier(name)),
        sql`, `,
      )})
    cross join lateral (
      select ${customers.id} as id from ${customers}
      where ${and(sql`${customers.id} = any(array(${owners}))`, customerScope(user))}
      limit ${MOST_ALIKE + 2}) f`);
  const others = new Map<number, Set<number>>();
  for (const { at, id } of rows) {
    const key = keys[at - 1];
    if (!key || key.of === id) continue;
    others.set(at, (others.get(at) ?? new Set()).add(id));
  }
  return [...others].flatMap(([at, ids]) =>
    ids.size > MOST_ALIKE ? [] : [...ids].map((id) => ({ of: keys[at - 1]?.of ?? 0, id })),
  );
}

const as =
  (sign: DoubleSign) =>
  (found: { of: number; id: number }[]): Alike[] =>
    found.map((each) => ({ ...each, sign }));

/** Each value of a customer once. */
const keysOf = (values: readonly { of: number; value: string }[]): Key[] => [
  ...new Map(values.map(({ of, value }) => [`${of} ${value}`, { of, values: [value] }])).values(),
];

const most = sql`limit ${sql.raw(String(MOST_ENTRIES))}`;

/** Numbers are the same as everywhere: with or without the ninth digit, country and trunk zero. */
async function samePhone(ctx: Reader, given: readonly Compared[]): Promise<Alike[]> {
  const ids = given.map(({ id }) => id);
  const [listed, ofContacts] = await Promise.all([
    ctx.db
      .select({ of: customerPhones.customerId, value: customerPhones.number })
      .from(customerPhones)
      .where(inArray(customerPhones.customerId, ids)),
    ctx.db
      .select({
        of: customerContacts.customerId,
        phone: customerContacts.phone,
        mobile: customerContacts.mobile,
      })
      .from(customerContacts)
      .where(inArray(customerContacts.customerId, ids)),
  ]);
  const keys = keysOf([
    ...given.map(({ id, phone }) => ({ of: id, value: phone })),
    ...listed,
    ...ofContacts.flatMap(({ of, phone, mobile }) => [phone, mobile].map((value) => ({ of, value }))),
  ]).flatMap(({ of, values: [number = ''] }) => {
    const phone = parsePhoneSearch(number);
    if (!phone || phone.tail.length < FEWEST_DIGITS) return [];
    const first = [...phone.tail].reverse().join('');
    return [{ of, values: [first, afterAll(first), phone.pattern] }];
  });
  const has = (column: string) => {
    const number = sql.raw(`o.${column}`);
    return sql`reverse(${number}) ~>=~ k.first and reverse(${number}) ~<~ k.until and ${number} ~ k.pattern`;
  };
  const found = await sharing(
    ctx,
    keys,
    ['first', 'until', 'pattern'],
    sql`(select o.id from ${customers} o where ${has('phone')} ${most})
      union all (select o.customer_id from ${customerPhones} o where ${has('number')} ${most})
      union all (select o.customer_id from ${customerContacts} o where ${has('phone')} ${most})
      union all (select o.customer_id from ${customerContacts} o where ${has('mobile')} ${most})`,
  );
  return as('TELEFONE')(found);
}

/** The least text after all that begin with these digits, so that an index reads just those. */
const afterAll = (digits: string): string =>
  digits.slice(0, -1) + String.fromCharCode(digits.charCodeAt(digits.length - 1) + 1);

async function sameEmail(ctx: Reader, given: readonly Compared[]): Promise<Alike[]> {
  const ids = given.map(({ id }) => id);
  const [listed, ofContacts] = await Promise.all([
    ctx.db
      .select({ of: customerEmails.customerId, value: customerEmails.email })
      .from(customerEmails)
      .where(inArray(customerEmails.customerId, ids)),
    ctx.db
      .select({ of: customerContacts.customerId, value: customerContacts.email })
      .from(customerContacts)
      .where(inArray(customerContacts.customerId, ids)),
  ]);
  const keys = keysOf(
    [...given.map(({ id, email }) => ({ of: id, value: email })), ...listed, ...ofContacts].flatMap(
      ({ of, value }) => (value.includes('@') ? [{ of, value: normalizeEmail(value) }] : []),
    ),
  );
  const found = await sharing(
    ctx,
    keys,
    ['email'],
    sql`(select o.id from ${customers} o where lower(o.email) = k.email ${most})
      union all (select o.customer_id from ${customerEmails} o where o.email = k.email ${most})
      union all (select o.customer_id from ${customerContacts} o where lower(o.email) = k.email ${most})`,
  );
  return as('EMAIL')(found);
}

async function sameRegistration(ctx: Reader, given: readonly Compared[]): Promise<Alike[]> {
  const keys = keysOf(
    given.flatMap(({ id, stateRegistration }) => {
      const digits = stateRegistration.replace(/\D/g, '');
      return digits.length < FEWEST_DIGITS ? [] : [{ of: id, value: digits }];
    }),
  );
  const found = await sharing(
    ctx,
    keys,
    ['digits'],
    sql`(select o.id from ${customers} o
      where regexp_replace(o.state_registration, '[^0-9]', '', 'g') = k.digits and o.state_registration ~ '[0-9]'
      ${most})`,
  );
  return as('INSCRICAO')(found);
}

/** Either name of the one is either name of the other; towns that are both known have to be the same. */
async function sameName(ctx: Reader, given: readonly Compared[], inTown: SQL): Promise<Alike[]> {
  const keys = given.flatMap(({ id, legalName, tradeName, address }) =>
    [...new Set([legalName, tradeName])].flatMap((name) =>
      name.trim().length < FEWEST_LETTERS ? [] : [{ of: id, values: [name, address.cidade ?? ''] }],
    ),
  );
  const named = (column: 'legal_name' | 'trade_name') =>
    sql`(select o.id from ${customers} o
      where fold_text(${sql.raw(`o.${column}`)}) = fold_text(k.name) ${inTown} ${most})`;
  const found = await sharing(
    ctx,
    keys,
    ['name', 'town'],
    sql`${named('legal_name')} union all ${named('trade_name')}`,
  );
  return as('NOME')(found);
}

/**
 * The branches of one company. However many they are, each is named with one of them: that of a group, which would take the others, or
 * the first that was registered.
 */
export async function sameRoot(
  { db, user }: Reader,
  given: readonly Pick<CustomerRow, 'id' | 'document' | 'simulation'>[],
): Promise<readonly Alike[]> {
  const keys = given.flatMap(({ id, document, simulation }) => {
    const root = cnpjRoot(document);
    return root === null ? [] : [{ of: id, root, simulation }];
  });
  if (keys.length === 0 || !seesPersonal(user)) return [];
  const { rows } = await db.execute<{ of: number; id: number }>(sql`
    select k.of, f.id
    from unnest(
      ${sql.param(keys.map(({ of }) => of))}::int[],
      ${sql.param(keys.map(({ root }) => root))}::text[],
      ${sql.param(keys.map(({ simulation }) => simulation))}::boolean[]
    ) with ordinality as k(of, root, simulation, at)
    cross join lateral (
      select ${customers.id} as id, m.group_id is null as alone
      from ${customers} left join ${customerGroupMembers} m on m.customer_id = ${customers.id}
      where ${and(
        sql`left(${customers.document}, 8) = k.root`,
        sql`length(${customers.document}) = 14`,
        sql`${customers.simulation} = k.simulation`,
        sql`${customers.personalGoneAt} is null`,
        customerScope(user),
      )}
      order by alone, id limit ${MOST_MEMBERS + 1}) f
    order by k.at, f.alone, f.id`);
  return keys.flatMap(({ of }) => {
    const [first, ...others] = rows.filter((row) => row.of === of).map(({ id }) => id);
    if (first === undefined) return [];
    return (first === of ? others : [first]).map((id) => ({ of, id, sign: 'RAIZ' as const }));
  });
}

/** As its index has it. */
const foldedTown = (alias: string): SQL =>
  sql`fold_text(coalesce(${sql.raw(alias)}.address ->> 'cidade', ''))`;
