import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import {
  type ExtraField,
  type ExtraFieldsDefinition,
  type FieldEntity,
  fieldTypes,
} from '../../../contract/rules/fields/fieldSchema.ts';
import type { Deps } from '../../context.ts';
import { LOCKS, oneAtATime } from '../../db/advisoryLock.ts';
import type { Executor } from '../../db/client.ts';
import { customers, tickets } from '../../db/tables/index.ts';
import { publishedDefinitions } from '../definitions/queries.ts';

/** Where an entity's records are stored, and what they are called. */
export const fieldEntities = {
  cliente: {
    table: customers,
    values: customers.extraFields,
    /** Used in the names of indexes. */
    tableName: 'customers',
    label: sql<string>`coalesce(nullif(${customers.tradeName}, ''), ${customers.legalName}) || ' (' || ${customers.id} || ')'`,
    one: 'cliente',
    many: 'clientes',
  },
  ticket: {
    table: tickets,
    values: tickets.extraFields,
    tableName: 'tickets',
    label: sql<string>`'Ticket ' || ${tickets.id}`,
    one: 'ticket',
    many: 'tickets',
  },
} as const satisfies Record<FieldEntity, object>;

const KEY = /^[a-z][a-zA-Z0-9]{1,39}$/;

/** A key as a literal, so that expressions match those of the indexes. It is validated again because it becomes SQL text. */
export function keyLiteral(key: string): SQL {
  if (!KEY.test(key)) throw new Error(`not a key of a field: ${key}`);
  return sql.raw(`'${key}'`);
}

/** For tables with more rows than this, publishing does not wait for an index. */
const SMALL = 50_000;

/** Fields that are filtered by range; all others use the single GIN index. */
const rangeFields = ({ campos }: ExtraFieldsDefinition): ExtraField[] =>
  campos.filter(
    ({ tipo, filtravel, arquivado }) => filtravel && !arquivado && fieldTypes[tipo].filter === 'FAIXA',
  );

/** A unique name per table, key and type of comparison, so that a change of type gets a new index. */
function indexName(entity: FieldEntity, { chave, tipo }: ExtraField): string {
  const way = tipo === 'DATE' ? 'day' : 'number';
  const hash = createHash('sha256').update(`${chave} ${way}`).digest('hex').slice(0, 12);
  return `${prefixOf(entity)}${hash}`;
}
const prefixOf = (entity: FieldEntity) => `${fieldEntities[entity].tableName}_field_`;

/**
 * Creates the indexes needed by the fields' filters and drops the others. Building one blocks writers, so for a large table
 * this is left to `concurrently`, outside the publication (hourly); until then its filter scans the rows.
 */
export async function syncFieldIndexes(
  db: Executor,
  definition: ExtraFieldsDefinition,
  how: 'PUBLISHING' | 'CONCURRENTLY',
): Promise<void> {
  const entity = definition.id;
  const existing = await fieldIndexes(db, entity);
  const wanted = new Map(rangeFields(definition).map((field) => [indexName(entity, field), field]));
  const large = await isLarge(db, entity);
  if (how === 'PUBLISHING' && large) return;
  const concurrently = sql.raw(how === 'CONCURRENTLY' ? 'concurrently' : '');
  for (const { name, valid } of existing)
    if (!wanted.has(name) || !valid)
      await db.execute(sql`drop index ${concurrently} if exists ${sql.identifier(name)}`);
  const sound = new Set(existing.filter(({ valid }) => valid).map(({ name }) => name));
  for (const [name, field] of wanted)
    if (!sound.has(name)) {
      const value = expression(field);
      await db.execute(
        sql`create index ${concurrently} if not exists ${sql.identifier(name)}
          on ${sql.identifier(fieldEntities[entity].tableName)} (${value}) where ${value} is not null`,
      );
    }
}

/**
 * Creates the indexes that publications postponed on large tables. Only one process does so at a time, and writers continue
 * meanwhile.
 */
export const syncLargeFieldIndexes = ({ pool }: Pick<Deps, 'pool'>): Promise<unknown> =>
  oneAtATime(pool, LOCKS.fieldIndexes, async (db) => {
    for (const { content } of await publishedDefinitions<ExtraFieldsDefinition>(db, 'fields'))
      await syncFieldIndexes(db, content, 'CONCURRENTLY');
  });

/** Without the table's name, as in index definitions. */
function expression({ chave, tipo }: ExtraField): SQL {
  const text = sql`extra_fields ->> ${keyLiteral(chave)}`;
  return tipo === 'DATE' ? sql`((${text}) collate "C")` : sql`(public.extra_number(${text}))`;
}

async function fieldIndexes(db: Executor, entity: FieldEntity): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await db.execute<{ name: string; valid: boolean }>(sql`
    select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where starts_with(c.relname, ${prefixOf(entity)}) and pg_table_is_visible(c.oid)`);
  return rows;
}

/** Based on the last ANALYZE; a table that was never analyzed is new and therefore small. */
async function isLarge(db: Executor, entity: FieldEntity): Promise<boolean> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select reltuples::float8 as rows from pg_class where oid = ${fieldEntities[entity].tableName}::regclass`,
  );
  return (rows[0]?.rows ?? 0) > SMALL;
}
