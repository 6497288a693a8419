import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import {
  type CustomTypeDefinition,
  customerField,
  customRecordType,
  referredTypes,
  ticketField,
} from '../../../contract/records/customType.ts';
import { standardType } from '../../../contract/records/index.ts';
import { normalizeValue } from '../../../contract/records/normalizeRecord.ts';
import type { AnyRecordType } from '../../../contract/records/recordType.ts';
import {
  type Published,
  publishedDefinition,
  publishedDefinitions,
} from '../../config/definitions/queries.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/likePattern.ts';
import { customers, definitions, definitionVersions, records } from '../../db/tables/index.ts';
import { Recent } from '../../recent.ts';
import { matchesTerms } from '../../sac/customers/queries.ts';
import { customerTerms } from '../../sac/customers/rules.ts';
import type { MappedType, RecordMapping, ReferenceTarget } from '../mapping.ts';
import type { PendingRow } from '../pendingRow.ts';
import { customScope, limitingFields } from './customScope.ts';
import { customTarget } from './customTarget.ts';
import { documentStorage } from './documentStorage.ts';

export type PublishedType = Published<CustomTypeDefinition>;

/**
 * The type of a key as it holds now, asked of the database each time: what somebody publishes holds from the next call
 * on in every process. `null` where there is none, or it is archived.
 */
export async function customType(db: Executor, key: string): Promise<MappedType | null> {
  const published = await publishedDefinition<CustomTypeDefinition>(db, 'records', key);
  return published && mapped(db, published);
}

/**
 * What tells one definition of a custom type from the next; `null` of a standard type, and of one that is archived. HELD:
 * nobody publishes another before the transaction ends.
 */
export async function definitionHash(db: Executor, key: string, held?: 'HELD'): Promise<string | null> {
  if (held)
    await db
      .select({ key: definitions.key })
      .from(definitions)
      .where(and(eq(definitions.kind, 'records'), eq(definitions.key, key)))
      .for('share');
  return (await publishedDefinition<CustomTypeDefinition>(db, 'records', key))?.hash ?? null;
}

/** All that hold, by title. */
export async function customTypes(db: Executor): Promise<MappedType[]> {
  const types: MappedType[] = [];
  for (const one of await customDefinitions(db)) types.push(await mapped(db, one));
  return types;
}

export async function customDefinitions(db: Executor): Promise<PublishedType[]> {
  const found = await publishedDefinitions<CustomTypeDefinition>(db, 'records');
  return found.sort((a, b) => a.content.titulo.muitos.localeCompare(b.content.titulo.muitos, 'pt-BR'));
}

/** Made once of each content: judges and forms are kept by the object of their type. */
const known = new Recent<MappedType>(200);

async function mapped(db: Executor, { hash, content }: PublishedType): Promise<MappedType> {
  const referred = await referredDefinitions(db, content);
  const name = [hash, ...referred.map((one) => `${one.key} ${one.hash}`)].join('\n');
  const standing = known.get(name);
  if (standing) return standing;
  const targets = new Map<string, ReferenceTarget>(
    referred.map((one) => [one.key, customTarget(one.content)] as const),
  );
  const type = customRecordType(content);
  const made: MappedType = { type, mapping: customMapping(content, type, targets), targets };
  known.set(name, made);
  return made;
}

/** Of the types that it refers to those that are custom as well; itself among them where it refers to itself. */
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
  return rows as PublishedType[];
}

/** How the records of a custom type lie in the one table of them all. */
function customMapping(
  definition: CustomTypeDefinition,
  type: AnyRecordType,
  targets: ReadonlyMap<string, ReferenceTarget>,
): RecordMapping {
  const { campos } = definition;
  const [customer, ticket] = [customerField(campos), ticketField(campos)];
  const ofType = eq(records.type, type.chave);
  return {
    table: records,
    entity: 'records',
    columns: {},
    storage: documentStorage(definition, type, targets),
    scope: (user) => and(ofType, customScope(user, campos)),
    seesAll: (user) => customScope(user, campos) === undefined,
    ...(customer && { ofCustomer: records.customerId }),
    ...(ticket && { ofTicket: (id: number) => citing(ticket, id) }),
    rules: (rows, { ctx }) => keepOwners(rows, limitingFields(ctx.user, campos)),
    // Each way by an index of its own: joined by "or" in one condition every row of the type would be read.
    search: (text) => {
      const ways = [
        ...spellings(type, text).map((one) => sql`fold_text(s.search) like ${containing(one)}`),
        ...(customer && type.busca.includes(customer) ? [sql`s.customer_id in ${customersOf(text)}`] : []),
      ].map((way) => sql`select s.id from ${records} s where s.type = ${type.chave} and ${way}`);
      return sql`${records.id} in (${sql.join(ways, sql` union all `)})`;
    },
  };
}

/** Without its owner a record is the whole company's: whoever sees some only gives none to all. */
function keepOwners(rows: readonly PendingRow[], limited: readonly string[]) {
  for (const row of rows)
    for (const key of limited)
      if (isGiven(row.before?.[key]) && !isGiven(row.after[key]))
        row.refuse(key, 'Só quem vê os registros de todos pode deixar este campo vazio.');
}

/** Looked up first: the planner would rather walk all names for ten rows that it takes for frequent. */
const citing = (field: string, id: number): SQL => sql`${records.id} = any(array(
  select s.id from ${records} s where s.data @> ${JSON.stringify({ [field]: id })}::jsonb))`;

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** As it was typed, and without the mask of a document, which is kept without. */
function spellings({ busca, campos }: AnyRecordType, text: string): string[] {
  const plain = busca.flatMap((key) => {
    const field = campos[key];
    const spelled = field && MASKED.has(field.tipo) ? normalizeValue(field, text) : null;
    return typeof spelled === 'string' && spelled !== '' ? [spelled] : [];
  });
  return [...new Set([text, ...plain])];
}

const MASKED: ReadonlySet<string> = new Set(['CPF', 'CNPJ', 'DOCUMENTO', 'CEP', 'TELEFONE', 'CHAVE_NFE']);

/** So many customers of one word are looked for. */
const MOST_CUSTOMERS = 1_000;

const customersOf = (text: string): SQL => sql`(
  select ${customers.id} from ${customers}
  where ${matchesTerms(customerTerms(text)) ?? sql`false`}
  limit ${MOST_CUSTOMERS})`;
