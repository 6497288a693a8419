import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { optionsOf } from '#contract/catalogs/catalog.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import type { FormOption, OptionSource } from '#contract/rules/forms/formDefinition.ts';
import type { Reason } from '#contract/rules/tickets/ticketType.ts';
import { containing } from '#server/db/conditions.ts';
import { leadsOf } from '#server/db/leadingCustomer.ts';
import * as tables from '#server/db/tables/index.ts';
import { customers, representatives, ticketTypes } from '#server/db/tables/index.ts';
import { customerTerms, groupScope, matchesTerms, searchOrder } from '#server/sac/customers/queries.ts';
import { regionOptions, representativeOptions, searchWords } from '#server/sac/lookups/queries.ts';
import { activeReasons, productReasonsOf, typesOf } from '#server/sac/ticketCatalog/queries.ts';
import { attendants } from '#server/session/attendants.ts';
import { personalFor } from '#server/session/personalData.ts';
import { branchScope, customerScope, isConsumer, isOutside } from '#server/session/scope.ts';
import { currentFlows } from '../../flows/queries.ts';
import {
  bankSource,
  citySource,
  dependency,
  filtered,
  idsOf,
  type OptionContext,
  type OptionQuery,
  type OptionSourceRules,
  stateSource,
} from './source.ts';

/** Types that the user may open; the value is the key used in flows and reports. */
const ticketTypeSource: OptionSourceRules = async ({ db, user }, query) =>
  filtered(
    (await typesOf(db, user)).map(({ chave, desc }) => ({ valor: chave, rotulo: desc })),
    query,
  );

const ticketStatusSource: OptionSourceRules = async (_, query) =>
  filtered(
    optionsOf(ticketStatus).map(({ valor, rotulo }) => ({ valor, rotulo })),
    query,
  );

/** Every level of the reason trees with its path; limited to one type when it is chosen. */
const openingReasonSource: OptionSourceRules = async ({ db, user }, query) => {
  const type = dependency(query, 'tipo');
  const types = (await typesOf(db, user)).filter(
    ({ chave, id }) => !type || chave === type || String(id) === type,
  );
  return filtered(
    types.flatMap(({ motivos, desc }) => (motivos ? below(motivos.itens, type ? [] : [desc]) : [])),
    query,
  );
};

type Tree = Pick<Reason, 'id' | 'descricao'> & { subnivel?: { itens: Tree[] } | null | undefined };

const below = (reasons: readonly Tree[], trail: readonly string[]): FormOption[] =>
  reasons.flatMap(({ id, descricao, subnivel }) => [
    { valor: String(id), rotulo: descricao, ...(trail.length > 0 && { detalhe: trail.join(' › ') }) },
    ...below(subnivel?.itens ?? [], [...trail, descricao]),
  ]);

const productReasonSource: OptionSourceRules = async ({ db }, query) =>
  filtered(
    productReasonsOf(await activeReasons(db, 'PRODUTO'), null).map(({ id, descricao }) => ({
      valor: String(id),
      rotulo: descricao,
    })),
    query,
  );

/** Steps by key, each once across all flows; limited to the flow of one type when it is chosen. */
const stepSource: OptionSourceRules = async ({ db, user }, query) => {
  if (isConsumer(user)) return [];
  const type = dependency(query, 'tipo');
  const flows = await currentFlows(db);
  const keys = type
    ? (
        await db
          .select({ id: ticketTypes.id, key: ticketTypes.key, flow: ticketTypes.flowKey })
          .from(ticketTypes)
      )
        .filter(({ id, key }) => key === type || String(id) === type)
        .map(({ flow }) => flow)
    : flows.map(({ key }) => key);
  const steps = flows
    .filter(({ key }) => keys.includes(key))
    .flatMap(({ flow }) => flow.etapas.map(({ chave, descricao }) => [chave, descricao] as const));
  return filtered(
    [...new Map(steps)].map(([valor, rotulo]) => ({ valor, rotulo })),
    query,
  );
};

/** Customers within the user's scope, matched like in the search. */
const customerSource: OptionSourceRules = async ({ db, user }, { q, escolhidos, offered, most }) => {
  if (isConsumer(user)) return [];
  const terms = await customerTerms(db, q, user);
  const chosen = escolhidos && idsOf(escolhidos);
  if (chosen?.length === 0) return [];
  // A code that was chosen before a merge is called by the customer that it leads to; it is not offered any more.
  const leads = chosen && !offered ? await leadsOf(db, chosen) : new Map<number, number>();
  const ids = chosen?.map((id) => leads.get(id) ?? id);
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
  const options = rows.map(
    (row): FormOption => ({
      valor: String(row.id),
      rotulo: `${row.id} - ${row.tradeName}`,
      detalhe: `${row.legalName} · ${personalFor(user, 'DOCUMENTO', formatDocument(row.document))}`,
    }),
  );
  if (leads.size === 0) return options;
  const byCode = new Map(options.map((option) => [Number(option.valor), option]));
  return (chosen ?? []).flatMap((id) => {
    const option = byCode.get(leads.get(id) ?? id);
    return option ? [{ ...option, valor: String(id) }] : [];
  });
};

const named = ({ id, nome }: { id: number; nome: string }): FormOption => ({
  valor: String(id),
  rotulo: nome,
});

/** If a region is chosen, only its representatives. */
const representativeSource: OptionSourceRules = async ({ db, user }, query) => {
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

const regionSource: OptionSourceRules = async ({ db, user }, query) =>
  filtered(
    (await regionOptions(db, user)).map(({ id, desc }) => ({ valor: String(id), rotulo: desc })),
    query,
  );

/** People who work on tickets of the user's branches. */
const operatorSource: OptionSourceRules = async ({ db, user }, query) =>
  filtered((await attendants(db, user)).map(named), query);

interface Named {
  table: PgTable;
  id: AnyPgColumn;
  label: AnyPgColumn;
  detail?: AnyPgColumn | SQL<string>;
  active?: AnyPgColumn;
  /** The condition for rows that the user may see; `undefined` for all rows. */
  scope?: (ctx: OptionContext, query: OptionQuery) => SQL | undefined;
  consumers?: boolean;
}

/** Options from table rows with a name. Inactive rows keep their label but are not offered. */
const rowsOf =
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
          ids ? inArray(id, ids) : and(...searchWords(q).map((word) => labelContains(label, word))),
          active && (!ids || offered) ? eq(active, true) : undefined,
        ),
      )
      .orderBy(sql`${label} collate pt_br`, asc(id))
      .limit(most);
    return rows.map(optionOf);
  };

const labelContains = (label: AnyPgColumn, word: string) => sql`fold_text(${label}) like ${containing(word)}`;

const optionOf = (row: { id: number; label: string; detail: unknown }): FormOption => ({
  valor: String(row.id),
  rotulo: row.label,
  ...(row.detail ? { detalhe: String(row.detail) } : {}),
});

const { branches, carriers, products, sectors } = tables;

const listed = (table: typeof tables.activities) =>
  rowsOf({ table, id: table.id, label: table.name, active: table.active });
// The registration lists are tables of the same shape under several names.
const asListed = (table: unknown) => listed(table as typeof tables.activities);

/** One for each name in OPTION_SOURCES; a missing one does not compile. */
export const optionSources: Record<OptionSource, OptionSourceRules> = {
  filiais: rowsOf({
    table: branches,
    id: branches.id,
    label: branches.tradeName,
    detail: sql<string>`${branches.city} || '/' || ${branches.state}`,
    scope: ({ user }) => branchScope(user),
    consumers: true,
  }),
  clientes: customerSource,
  produtos: rowsOf({
    table: products,
    id: products.id,
    label: products.description,
    detail: products.code,
    scope: (_, { escolhidos, offered }) =>
      escolhidos && !offered ? undefined : eq(products.unavailable, false),
    consumers: true,
  }),
  transportadoras: rowsOf({
    table: carriers,
    id: carriers.id,
    label: carriers.tradeName,
    active: carriers.active,
  }),
  representantes: representativeSource,
  regioes: regionSource,
  setores: rowsOf({
    table: sectors,
    id: sectors.id,
    label: sectors.name,
    active: sectors.active,
    scope: ({ user }) => (isOutside(user) ? sql`false` : undefined),
  }),
  operadores: operatorSource,
  tiposTicket: ticketTypeSource,
  statusTicket: ticketStatusSource,
  motivosAbertura: openingReasonSource,
  motivosProduto: productReasonSource,
  etapas: stepSource,
  atividades: asListed(tables.activities),
  comoConheceu: asListed(tables.leadSources),
  tabelasPreco: asListed(tables.priceTables),
  classificacoes: asListed(tables.customerClassifications),
  gruposClientes: rowsOf({
    table: tables.customerGroups,
    id: tables.customerGroups.id,
    label: tables.customerGroups.name,
    scope: ({ user }) => groupScope(user),
  }),
  segmentos: asListed(tables.customerSegments),
  tiposContato: asListed(tables.contactTypes),
  bancos: bankSource,
  estados: stateSource,
  cidades: citySource,
};
