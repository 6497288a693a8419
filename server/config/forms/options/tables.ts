import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import { containing } from '../../../db/likePattern.ts';
import { searchWords } from '../../../sac/lookups/rules.ts';
import { isConsumer } from '../../../session/scope.ts';
import { idsOf, type OptionContext, type OptionQuery, type OptionSourceRules } from './source.ts';

interface Named {
  table: PgTable;
  id: AnyPgColumn;
  label: AnyPgColumn;
  detail?: AnyPgColumn | SQL<string>;
  active?: AnyPgColumn;
  /** The rows that the person may see; `undefined` is every row. */
  scope?: (ctx: OptionContext, query: OptionQuery) => SQL | undefined;
  consumers?: boolean;
}

/** Options that are rows with a name. What is no longer active keeps its label, and is offered to nobody. */
export const rowsOf =
  ({ table, id, label, detail, active, scope, consumers = false }: Named): OptionSourceRules =>
  async (ctx, query) => {
    if (isConsumer(ctx.user) && !consumers) return [];
    const { q, escolhidos, offered, most } = query;
    const ids = escolhidos && idsOf(escolhidos);
    if (ids?.length === 0) return [];
    const rows = await ctx.db
      .select({ id: sql<number>`${id}`, label: sql<string>`${label}`, detail: detail ?? sql<string>`''` })
      .from(table)
      .where(
        and(
          scope?.(ctx, query),
          ids ? inArray(id, ids) : and(...searchWords(q).map((word) => has(label, word))),
          active && (!ids || offered) ? eq(active, true) : undefined,
        ),
      )
      .orderBy(sql`${label} collate pt_br`, asc(id))
      .limit(most);
    return rows.map(optionOf);
  };

const has = (label: AnyPgColumn, word: string) => sql`fold_text(${label}) like ${containing(word)}`;

const optionOf = (row: { id: number; label: string; detail: unknown }): FormOption => ({
  valor: String(row.id),
  rotulo: row.label,
  ...(row.detail ? { detalhe: String(row.detail) } : {}),
});
