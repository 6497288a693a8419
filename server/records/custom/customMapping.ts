import { and, eq, type SQL, sql } from 'drizzle-orm';
import {
  type CustomTypeDefinition,
  customerField,
  ticketField,
} from '../../../contract/records/customType.ts';
import { normalizeValue } from '../../../contract/records/normalizeRecord.ts';
import type { AnyRecordType } from '../../../contract/records/recordType.ts';
import { containing } from '../../db/likePattern.ts';
import { customers, records } from '../../db/tables/index.ts';
import { matchesTerms } from '../../sac/customers/queries.ts';
import { customerTerms } from '../../sac/customers/rules.ts';
import type { RecordMapping, ReferenceTarget } from '../mapping.ts';
import type { PendingRow } from '../pendingRow.ts';
import { customScope, limitingFields } from './customScope.ts';
import { documentStorage } from './documentStorage.ts';

/** How the records of a custom type lie in the one table of them all. */
export function customMapping(
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
