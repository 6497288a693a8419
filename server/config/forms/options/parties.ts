import { and, eq, inArray } from 'drizzle-orm';
import { formatDocument } from '../../../../contract/rules/documents.ts';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import { customers, representatives } from '../../../db/tables/index.ts';
import { matchesTerms, searchOrder } from '../../../sac/customers/queries.ts';
import { customerTerms } from '../../../sac/customers/rules.ts';
import { regionOptions, representativeOptions } from '../../../sac/lookups/queries.ts';
import { attendants } from '../../../session/attendants.ts';
import { customerScope, isConsumer } from '../../../session/scope.ts';
import { filtered } from './inMemory.ts';
import { dependency, idsOf, type OptionSourceRules } from './source.ts';

/** Customers of the person's scope, found as the search finds them. */
export const customerSource: OptionSourceRules = async ({ db, user }, { q, escolhidos, most }) => {
  if (isConsumer(user)) return [];
  const terms = customerTerms(q);
  const ids = escolhidos && idsOf(escolhidos);
  if (ids?.length === 0) return [];
  const rows = await db
    .select({
      id: customers.id,
      tradeName: customers.tradeName,
      legalName: customers.legalName,
      document: customers.document,
    })
    .from(customers)
    .where(and(customerScope(user), ids ? inArray(customers.id, ids) : matchesTerms(terms)))
    .orderBy(...searchOrder({}, terms))
    .limit(most);
  return rows.map(
    (row): FormOption => ({
      valor: String(row.id),
      rotulo: `${row.id} - ${row.tradeName}`,
      detalhe: `${row.legalName} · ${formatDocument(row.document)}`,
    }),
  );
};

const named = ({ id, nome }: { id: number; nome: string }): FormOption => ({
  valor: String(id),
  rotulo: nome,
});

/** With a region chosen only its representatives. */
export const representativeSource: OptionSourceRules = async ({ db, user }, query) => {
  const rows = await representativeOptions(db, user);
  const [regionId] = idsOf([dependency(query, 'regiao')]);
  if (!regionId) return filtered(rows.map(named), query);
  const inRegion = await db
    .select({ id: representatives.id })
    .from(representatives)
    .where(eq(representatives.regionId, regionId));
  const ids = new Set(inRegion.map(({ id }) => id));
  return filtered(rows.filter(({ id }) => ids.has(id)).map(named), query);
};

export const regionSource: OptionSourceRules = async ({ db, user }, query) =>
  filtered(
    (await regionOptions(db, user)).map(({ id, desc }) => ({ valor: String(id), rotulo: desc })),
    query,
  );

/** Who works on tickets of the person's branches. */
export const operatorSource: OptionSourceRules = async ({ db, user }, query) =>
  filtered((await attendants(db, user)).map(named), query);
