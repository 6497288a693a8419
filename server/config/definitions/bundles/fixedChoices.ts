import { inArray } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { OPTION_SOURCES, type OptionSource } from '#contract/rules/forms/formDefinition.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { Executor } from '../../../db/client.ts';
import * as tables from '../../../db/tables/index.ts';
import { publishedDefinitions } from '../queries.ts';
import type { Content } from '../rules.ts';

/** A row, and what it is called alike in every installation. */
interface RowName {
  table: PgTable;
  id: AnyPgColumn;
  name: AnyPgColumn;
}

const { branches, carriers, products, reasons, regions, sectors } = tables;
const reason: RowName = { table: reasons, id: reasons.id, name: reasons.code };
const listed = (table: PgTable & Omit<RowName, 'table'>): RowName => ({
  table,
  id: table.id,
  name: table.name,
});

/**
 * How a choice that a dashboard fixes is named in a file, by the list that it is chosen from: as it is, where its values mean the same
 * everywhere; by code or name instead of the id; or not at all, where it says who somebody is.
 */
const NAMED_BY: Readonly<Record<OptionSource, 'SAME' | 'NONE' | RowName>> = {
  filiais: { table: branches, id: branches.id, name: branches.cnpj },
  produtos: { table: products, id: products.id, name: products.code },
  transportadoras: { table: carriers, id: carriers.id, name: carriers.cnpj },
  setores: { table: sectors, id: sectors.id, name: sectors.key },
  regioes: listed(regions),
  motivosAbertura: reason,
  motivosProduto: reason,
  atividades: listed(tables.activities),
  comoConheceu: listed(tables.leadSources),
  tabelasPreco: listed(tables.priceTables),
  classificacoes: listed(tables.customerClassifications),
  segmentos: listed(tables.customerSegments),
  tiposContato: listed(tables.contactTypes),
  tiposTicket: 'SAME',
  statusTicket: 'SAME',
  etapas: 'SAME',
  bancos: 'SAME',
  estados: 'SAME',
  cidades: 'SAME',
  clientes: 'NONE',
  representantes: 'NONE',
  operadores: 'NONE',
  gruposClientes: 'NONE',
};

/** What no row is, so that whoever brings the file is told where a choice is missing. */
const NO_ROW = '0';

/** From which list a filter of a report is chosen. */
export type SourceOf = (report: string, filter: string) => OptionSource | null;

export const NO_SOURCES: SourceOf = () => null;

/** Reports that arrive come before those that are published. What arrives was not judged yet. */
export async function filterSources(
  db: Executor,
  arriving: readonly { tipo: string; chave: string; conteudo: Content }[] = [],
): Promise<SourceOf> {
  const reports = new Map<string, unknown>([
    ...(await publishedDefinitions<Content>(db, 'reports')).map(
      ({ key, content }) => [key, content] as const,
    ),
    ...arriving.flatMap(({ tipo, chave, conteudo }) =>
      tipo === 'reports' ? [[chave, conteudo] as const] : [],
    ),
  ]);
  return (report, filter) => {
    const path = ['parametros', 'ui', filter, 'ui:options', 'origem'];
    const source = path.reduce<unknown>(
      (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      reports.get(report),
    );
    return typeof source === 'string' && Object.hasOwn(OPTION_SOURCES, source)
      ? (source as OptionSource)
      : null;
  };
}

/** A fixed value, named otherwise. */
export type FixedNames = (report: string, filter: string, value: unknown) => unknown;

/** The content with the values that its blocks fix named otherwise. */
export function withFixed(content: Content, names: FixedNames): Content {
  if (!Array.isArray(content.blocos)) return content;
  const blocos = content.blocos.map((block) => {
    if (!isRecord(block) || typeof block.relatorio !== 'string' || !isRecord(block.parametros)) return block;
    const { relatorio } = block;
    const entries = Object.entries(block.parametros);
    return {
      ...block,
      parametros: Object.fromEntries(entries.map(([name, value]) => [name, names(relatorio, name, value)])),
    };
  });
  return { ...content, blocos };
}

/** The choices that the blocks fix, by the list that they are chosen from. */
export function fixedChoices(content: Content, sourceOf: SourceOf): Map<OptionSource, Set<string>> {
  const found = new Map<OptionSource, Set<string>>();
  withFixed(content, (report, filter, value) => {
    const source = sourceOf(report, filter);
    const chosen = [value].flat().filter(isChoice).map(String);
    if (source && chosen.length > 0) found.set(source, new Set([...(found.get(source) ?? []), ...chosen]));
    return value;
  });
  return found;
}

const isChoice = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Whether a block fixes a person, a customer or a group of customers, who are in this installation only. */
export const fixesSomebody = (content: Content, sourceOf: SourceOf): boolean =>
  [...fixedChoices(content, sourceOf).keys()].some((source) => NAMED_BY[source] === 'NONE');

/** From ids to names, or from names to ids: the choices that these dashboards fix, with what each is called on the other side. */
export async function fixedNames(
  db: Executor,
  dashboards: readonly Content[],
  sourceOf: SourceOf,
  from: 'id' | 'name',
): Promise<FixedNames> {
  const others = new Map<OptionSource, ReadonlyMap<string, string>>();
  for (const content of dashboards)
    for (const [source, chosen] of fixedChoices(content, sourceOf))
      others.set(
        source,
        new Map([...(others.get(source) ?? []), ...(await otherNames(db, source, [...chosen], from))]),
      );
  return (report, filter, value) => {
    const source = sourceOf(report, filter);
    if (!source) return value;
    const other = (one: unknown) => (isChoice(one) ? (others.get(source)?.get(String(one)) ?? NO_ROW) : one);
    return Array.isArray(value) ? value.map(other) : other(value);
  };
}

/** The choices of a file that names them by id: they stay as they are, but for people and customers, who are no one here. */
export const fixedIds =
  (sourceOf: SourceOf): FixedNames =>
  (report, filter, value) => {
    const source = sourceOf(report, filter);
    if (!source || NAMED_BY[source] !== 'NONE') return value;
    const nobody = (one: unknown) => (isChoice(one) ? NO_ROW : one);
    return Array.isArray(value) ? value.map(nobody) : nobody(value);
  };

async function otherNames(
  db: Executor,
  source: OptionSource,
  chosen: readonly string[],
  from: 'id' | 'name',
): Promise<Map<string, string>> {
  const named = NAMED_BY[source];
  if (named === 'SAME') return new Map(chosen.map((value) => [value, value]));
  if (named === 'NONE') return new Map();
  const { table, id, name } = named;
  const ids = chosen.filter((value) => /^\d{1,9}$/.test(value)).map(Number);
  if (from === 'id' && ids.length === 0) return new Map();
  const rows = await db
    .select({ id, name })
    .from(table)
    .where(from === 'id' ? inArray(id, ids) : inArray(name, [...chosen]));
  const found = new Map<string, string>();
  // A name that several rows have says none of them.
  for (const row of rows as { id: number; name: string }[])
    if (row.name !== '' && rows.filter((other) => other.name === row.name).length === 1)
      found.set(from === 'id' ? String(row.id) : row.name, from === 'id' ? row.name : String(row.id));
  return found;
}
