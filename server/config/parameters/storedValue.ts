import { sql } from 'drizzle-orm';
import { parameters } from '../../db/tables/index.ts';

/**
 * The value as it was stored. Read as a jsonb column a text that looks like a number would come back as one: "0.10"
 * as 0.1, a company called "2024" as 2024.
 */
export const storedValue = sql<unknown>`${parameters.value}::text`.mapWith((text: string): unknown =>
  JSON.parse(text),
);
