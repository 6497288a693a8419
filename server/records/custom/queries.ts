import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  type CustomTypeDefinition,
  customerField,
  customRecordType,
  referredTypes,
  ticketField,
} from '#contract/records/customType.ts';
import { normalizeValue } from '#contract/records/fields/normalizeRecord.ts';
import { openSearch, personalKind, searchesPersonal } from '#contract/records/fields/personalFields.ts';
import type { RecordFields } from '#contract/records/fields/recordField.ts';
import { standardType } from '#contract/records/index.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import {
  type Published,
  publishedDefinition,
  publishedDefinitions,
} from '../../config/definitions/queries.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { containing, inFoundIds } from '../../db/conditions.ts';
import { customers, definitions, definitionVersions, records } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { COUNT_CAP, estimateOf } from '../../paging/paging.ts';
import { Recent } from '../../recent.ts';
import { customerTerms, matchesTerms } from '../../sac/customers/queries.ts';
import { familyOf } from '../../sac/tickets/queries.ts';
import { seesPersonal } from '../../session/personalData.ts';
import { customerScope } from '../../session/scope.ts';
import type { MappedType, RecordMapping, ReferenceTarget } from '../mapping.ts';
import { isTypeKey, mappedTypes } from '../registry.ts';
import { withAddedFields } from '../standard/customers/addedFields.ts';
import { checkOwners, customScope, customTarget, scopeOfFewCustomers } from './customScope.ts';
import { type CustomStorage, documentStorage } from './documentStorage.ts';

export type PublishedType = Published<CustomTypeDefinition>;

/**
 * The current type for a key: a publication takes effect in every process from the next call on. `null` if there is none, or
 * if it is archived.
 */
export async function customType(db: Executor, key: string): Promise<MappedType | null> {
  const published = await publishedDefinition<CustomTypeDefinition>(db, 'records', key);
  return published && mapped(db, published);
}

/** All current custom types, by title. */
export async function customTypes(db: Executor): Promise<MappedType[]> {
  const types: MappedType[] = [];
  for (const one of await customDefinitions(db)) types.push(await mapped(db, one));
  return types;
}

export async function customDefinitions(db: Executor): Promise<PublishedType[]> {
  const found = await publishedDefinitions<CustomTypeDefinition>(db, 'records');
  return [...found].sort((a, b) => a.content.titulo.muitos.localeCompare(b.content.titulo.muitos, 'pt-BR'));
}

/** Built once per content, because validators and forms are cached by type object. */
const typesByHash = new Recent<MappedType>(200);

async function mapped(db: Executor, { hash, content }: PublishedType): Promise<MappedType> {
  const referred = await referredDefinitions(db, content);
  const name = [hash, ...referred.map((one) => `${one.key} ${one.hash}`)].join('\n');
  const existing = typesByHash.get(name);
  if (existing) return existing;
  const targets = new Map<string, ReferenceTarget>(
    referred.map((one) => [one.key, customTarget(one.content)] as const),
  );
  const type = withReferred(customRecordType(content), targets);
  const mappedType: MappedType = { type, mapping: customMapping({ hash, content, type, targets }), targets };
  typesByHash.set(name, mappedType);
  return mappedType;
}

/** The type with what is personal in the records of the custom types that its fields refer to. */
const withReferred = (type: AnyRecordType, targets: ReadonlyMap<string, ReferenceTarget>): AnyRecordType => ({
  ...type,
  campos: markedFields(type.campos, targets),
});

const markedFields = (fields: RecordFields, targets: ReadonlyMap<string, ReferenceTarget>): RecordFields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const target = targets.get(field.referencia ?? '');
      return [
        key,
        {
          ...field,
          ...(target && { referidos: { codigo: personalKind(target.field), nome: target.nameKind } }),
          ...(field.campos && { campos: markedFields(field.campos, targets) }),
        },
      ];
    }),
  );

/** The referenced types that are custom; includes the type itself if it references itself. */
async function referredDefinitions(db: Executor, { campos }: CustomTypeDefinition): Promise<PublishedType[]> {
  const keys = referredTypes(campos).filter((key) => !standardType(key));
  if (keys.length === 0) return [];
  const rows = await db
    .select({
      key: definitionVersions.key,
      version: definitionVersions.version,
      hash: definitionVersions.hash,
      content: definitionVersions.content,
    })
    .from(definitions)
    .innerJoin(
      definitionVersions,
      and(
        eq(definitionVersions.kind, definitions.kind),
        eq(definitionVersions.key, definitions.key),
        eq(definitionVersions.version, definitions.publishedVersion),
      ),
    )
    .where(
      and(eq(definitions.kind, 'records'), inArray(definitions.key, keys), isNull(definitions.archivedAt)),
    )
    .orderBy(definitions.key);
  return rows as unknown as PublishedType[];
}

/** Maps the records of a custom type to the table shared by all of them. */
function customMapping(of: CustomStorage): RecordMapping {
  const { type, content } = of;
  const { campos } = content;
  const [customer, ticket] = [customerField(campos), ticketField(campos)];
  const ofType = eq(records.type, type.chave);
  return {
    table: records,
    entity: 'records',
    columns: {},
    storage: documentStorage(of),
    within: ofType,
    scope: (user) => and(ofType, customScope(user, content)),
    scopeOfFew: async (db, user) => {
      const few = await scopeOfFewCustomers(db, user, content);
      return few ? (and(ofType, few) ?? null) : null;
    },
    seesAll: (user) => customScope(user, content) === undefined,
    ...(customer && { ofCustomer: records.customerId }),
    ...(ticket && { ofTicket: (id: number) => citing(ticket, id) }),
    rules: (rows, { tx, ctx }) => checkOwners(tx, rows, ctx.user, content),
    search: (text, db, user) => searched(db, of, text, user),
  };
}

/**
 * Each way of searching uses its own index: combined with "or" in one condition, every row of the type would be read. A word
 * with very many matches is instead tested along the list's order, where a page fills quickly; the index of words is not even
 * asked, because it lists all matches before the first can be used.
 */
async function searched(db: Executor, of: CustomStorage, text: string, user: User): Promise<SQL> {
  const { type, content } = of;
  const { campos } = content;
  const customer = customerField(campos);
  const ofType = eq(records.type, type.chave);
  if (!seesPersonal(user) && searchesPersonal(type)) return openlySearched(db, of, text, user);
  const isNamed = or(
    ...searchVariants(type, text).map((one) => sql`${records.foldedSearch} like ${containing(one)}`),
  );
  const select = () => db.select({ id: records.id }).from(records).$dynamic();
  const found = () => select().where(and(ofType, isNamed));
  const owners = customer && type.busca.includes(customer) ? await customersOf(db, text, user) : [];
  const named = owners.length > 0 ? sql`${records.customerId} = any(${sql.param(owners)}::int[])` : undefined;
  if ((await estimateOf(db, found())) > COUNT_CAP) return or(isNamed, named) ?? sql`false`;
  const ways = [await inFoundIds(records.id, found, isNamed)];
  if (named) ways.push(await inFoundIds(records.id, () => select().where(and(ofType, named)), named));
  return or(...ways.filter((way) => way !== null)) ?? sql`false`;
}

/** For users who see personal data masked: by what is open of a type whose search also covers personal fields. */
async function openlySearched(
  db: Executor,
  { type, content: { campos } }: CustomStorage,
  text: string,
  user: User,
): Promise<SQL> {
  const { code, name } = openSearch(type);
  const customer = customerField(campos);
  const owners = customer && type.busca.includes(customer) ? await customersOf(db, text, user) : [];
  const found = or(
    code ? inArray(records.key, searchVariants(type, text)) : undefined,
    name ? isOpenlyNamed(text) : undefined,
    owners.length > 0 ? sql`${records.customerId} = any(${sql.param(owners)}::int[])` : undefined,
  );
  return and(eq(records.type, type.chave), found ?? sql`false`) ?? sql`false`;
}

/** The index of words finds more than names, so these are compared afterwards. */
export const isOpenlyNamed = (text: string): SQL =>
  sql`(${records.foldedSearch} like ${containing(text)} and fold_text(${records.name}) like ${containing(text)})`;

/**
 * Those that cite the ticket or one that was merged into it. Looked up first: the planner overestimates these rows and would rather scan
 * all names for what are only ten.
 */
const citing = (field: string, id: number): SQL => sql`${records.id} = any(array(
  select s.id from (${familyOf(id)}) cited
  join ${records} s on s.data @> jsonb_build_object(${field}::text, cited.id)))`;

/** The text as typed, and also without the mask of a document number, which is stored without one. */
function searchVariants({ busca, campos }: AnyRecordType, text: string): string[] {
  const plain = busca.flatMap((key) => {
    const field = campos[key];
    const spelled = field && MASKED.has(field.tipo) ? normalizeValue(field, text) : null;
    return typeof spelled === 'string' && spelled !== '' ? [spelled] : [];
  });
  return [...new Set([text, ...plain])];
}

const MASKED: ReadonlySet<string> = new Set(['CPF', 'CNPJ', 'DOCUMENTO', 'CEP', 'TELEFONE', 'CHAVE_NFE']);

/** How many customers are considered for one search text. */
const MAX_CUSTOMERS = 1_000;

async function customersOf(db: Executor, text: string, user: User): Promise<number[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(customerScope(user), matchesTerms(await customerTerms(db, text, user)) ?? sql`false`))
    .limit(MAX_CUSTOMERS);
  return rows.map(({ id }) => id);
}

/**
 * A standard type with what administrators added to it, or one of the company's own; otherwise 404, with the same body as for an
 * unknown record.
 */
export async function mappedType(db: Executor, key: string): Promise<MappedType> {
  if (key === 'clientes') return withAddedFields(db, mappedTypes.clientes);
  const found = isTypeKey(key) ? mappedTypes[key] : await customType(db, key);
  if (!found) throw notFound();
  return found;
}
