import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { CustomField, CustomTypeDefinition } from '../../../contract/records/customType.ts';
import { upperFirst } from '../../../contract/records/recordType.ts';
import type { Executor } from '../../db/client.ts';
import { definitions, definitionVersions, records } from '../../db/tables/index.ts';

/** Counted up to here; more is said as 'mais de'. */
export const MOST_COUNTED = 1_000;

/**
 * The records of custom types that refer to a record, in words and how often. Archived types and fields count too: what
 * they hold is still there to be read.
 */
export async function referringRecords(db: Executor, key: string, id: number): Promise<string[]> {
  const rows = await db
    .select({ content: definitionVersions.content })
    .from(definitions)
    .innerJoin(
      definitionVersions,
      and(
        eq(definitionVersions.kind, definitions.kind),
        eq(definitionVersions.key, definitions.key),
        eq(definitionVersions.version, definitions.publishedVersion),
      ),
    )
    .where(eq(definitions.kind, 'records'));
  const found: string[] = [];
  for (const { content } of rows) {
    const type = content as unknown as CustomTypeDefinition;
    const held = holding(type.campos, key, id);
    if (held.length === 0) continue;
    const { rows: counted } = await db.execute<{ total: number }>(sql`
      select count(*)::int as total from (
        select from ${records} where ${and(eq(records.type, type.chave), or(...held))}
        limit ${MOST_COUNTED + 1}) t`);
    const total = counted[0]?.total ?? 0;
    if (total > 0)
      found.push(
        `${upperFirst(type.titulo.um)} (${total > MOST_COUNTED ? `mais de ${MOST_COUNTED}` : total})`,
      );
  }
  return found;
}

/** By the index of the fields, each reference in a condition of its own. */
const holding = (fields: readonly CustomField[], key: string, id: number): SQL[] =>
  places(fields, key).map(
    (place) => sql`${records.data} @> ${JSON.stringify(place.reduceRight<unknown>(within, id))}::jsonb`,
  );

type Step = { name: string; list: boolean };
const within = (inner: unknown, { name, list }: Step): unknown => ({ [name]: list ? [inner] : inner });

const places = (fields: readonly CustomField[], key: string): Step[][] =>
  fields.flatMap(({ chave, referencia, campos }) => [
    ...(referencia === key ? [[{ name: chave, list: false }]] : []),
    ...places(campos ?? [], key).map((below) => [{ name: chave, list: true }, ...below]),
  ]);
