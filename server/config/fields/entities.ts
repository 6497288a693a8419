import { type SQL, sql } from 'drizzle-orm';
import type { FieldEntity } from '../../../contract/rules/fields/extraFields.ts';
import { customers, tickets } from '../../db/tables/index.ts';

/** Where the records of an entity stand, and how people call them. */
export const fieldEntities = {
  cliente: {
    table: customers,
    values: customers.extraFields,
    /** What indexes are named by. */
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

/** A key as a literal, so that expressions over it are those of the indexes. Judged once more: it becomes SQL text. */
export function keyLiteral(key: string): SQL {
  if (!KEY.test(key)) throw new Error(`not a key of a field: ${key}`);
  return sql.raw(`'${key}'`);
}
