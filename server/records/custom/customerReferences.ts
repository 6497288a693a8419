import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { CustomField, CustomTypeDefinition } from '#contract/records/customType.ts';
import { publishedDefinitions } from '../../config/definitions/queries.ts';
import type { Tx } from '../../db/client.ts';
import type { MovedRecords } from '../../db/tables/customers/customerMerges.ts';
import { records } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { derivedOf } from './derived.ts';

type ReferringRecord = MovedRecords['records'][number];

interface Way {
  from: number;
  to: number;
}

/**
 * Lets the fields of records that refer to one customer refer to another, and says which records these were. No foreign key knows of
 * them: a record keeps its references in a document.
 */
export async function moveCustomerFields(
  tx: Tx,
  { from, to }: Way,
  now: Date,
  only?: readonly ReferringRecord[],
): Promise<ReferringRecord[]> {
  const found: ReferringRecord[] = [];
  for (const { content } of await publishedDefinitions<CustomTypeDefinition>(tx, 'records')) {
    const places = placesOf(content.campos);
    if (places.length === 0) continue;
    const ids = only?.filter(({ type }) => type === content.chave).map(({ id }) => id);
    if (ids?.length === 0) continue;
    const rows = await tx
      .select()
      .from(records)
      .where(
        and(
          eq(records.type, content.chave),
          ids && inArray(records.id, ids),
          or(...places.map((place) => holds(place, from))),
        ),
      )
      .orderBy(records.id)
      .for('no key update');
    for (const row of rows) {
      const places = only?.find(({ id }) => id === row.id)?.places;
      const here: string[] = [];
      const data = replaced(content.campos, row.data, { from, to, places, here });
      if (here.length === 0) continue;
      const { customer_id, branch_id, ...derived } = derivedOf(content, data);
      await requireFree(tx, content, row.id, derived.key);
      await tx
        .update(records)
        .set({
          ...derived,
          data,
          customerId: customer_id,
          branchId: branch_id,
          version: sql`${records.version} + 1`,
          updatedAt: now,
        })
        .where(eq(records.id, row.id));
      found.push({ id: row.id, type: content.chave, places: here });
    }
  }
  return found;
}

interface Step {
  name: string;
  list: boolean;
}

const CUSTOMERS = 'clientes';

/** Where the type's fields refer to customers, archived ones included, within lists too. */
const placesOf = (fields: readonly CustomField[]): Step[][] =>
  fields.flatMap(({ chave, referencia, campos }) => [
    ...(referencia === CUSTOMERS ? [[{ name: chave, list: false }]] : []),
    ...placesOf(campos ?? []).map((below) => [{ name: chave, list: true }, ...below]),
  ]);

const holds = (place: readonly Step[], id: number): SQL =>
  sql`${records.data} @> ${JSON.stringify(
    place.reduceRight<unknown>((inner, { name, list }) => ({ [name]: list ? [inner] : inner }), id),
  )}::jsonb`;

interface Replacing extends Way {
  /** Only these places, if any are given. */
  places: readonly string[] | undefined;
  /** Collects the places: 'cliente', 'itens/0/cliente'. */
  here: string[];
}

function replaced(
  fields: readonly CustomField[],
  data: Readonly<Record<string, unknown>>,
  replacing: Replacing,
  path = '',
): Record<string, unknown> {
  const { from, to, places, here } = replacing;
  const next: Record<string, unknown> = { ...data };
  for (const { chave, referencia, campos } of fields) {
    const value = data[chave];
    const place = `${path}${chave}`;
    if (referencia === CUSTOMERS && value === from && (places?.includes(place) ?? true)) {
      next[chave] = to;
      here.push(place);
    } else if (campos && Array.isArray(value))
      next[chave] = value.map((item: Record<string, unknown>, index) =>
        replaced(campos, item, replacing, `${place}/${index}/`),
      );
  }
  return next;
}

/** A record that there is once for each customer cannot follow to one that has its own. */
async function requireFree(
  tx: Tx,
  { chave, titulo }: CustomTypeDefinition,
  id: number,
  key: string,
): Promise<void> {
  const otherCount = await tx.$count(
    records,
    and(eq(records.type, chave), eq(records.key, key), ne(records.id, id)),
  );
  if (otherCount > 0)
    throw refused(
      'REGISTRO_REPETIDO',
      `Os dois clientes têm um mesmo registro em ${titulo.muitos}. Exclua um deles antes.`,
    );
}
