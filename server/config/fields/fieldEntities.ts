import { type SQL, sql } from 'drizzle-orm';
import type { FieldEntity } from '#contract/rules/fields/extraField.ts';
import { customers, tickets } from '../../db/tables/index.ts';

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
