import { argumentsOf, type Expression, isExpression, type Literal } from '#contract/expression/tree.ts';
import type { MapEntities, MapField } from '#contract/map/entity.ts';
import { resolvePath } from '#contract/map/paths.ts';
import type { ReportDefinition, ReportParameter } from '#contract/rules/reports/report.ts';
import type { Executor } from '../db/client.ts';
import { leadsOf } from '../db/leadingCustomer.ts';

/**
 * Views, rules, flows, reports and dashboards keep the codes of customers that somebody chose once. What is read by such a code is read
 * of the customer that it leads to today, and of the one before again when the merge is undone: what is stored stays as it was written.
 */
type Leads = ReadonlyMap<number, number>;

/** Whether a path leads to the code of a customer. */
type IsCustomer = (path: string) => boolean;

const holdsCode = ({ origem }: Pick<MapField, 'origem'>): boolean =>
  origem?.fonte === CUSTOMERS && origem.guarda === 'VALOR';

const CUSTOMERS = 'clientes';

/** The codes of customers in expressions over an entity of the map. */
export const customerCodes =
  (entities: MapEntities, from: string): IsCustomer =>
  (path) => {
    const found = resolvePath(entities, from, path);
    return found !== undefined && holdsCode(found.campo);
  };

/** A condition about the customers that those it names have become. */
export async function followedExpression(
  db: Executor,
  node: Expression,
  isCustomer: IsCustomer,
): Promise<Expression> {
  const leads = await leadsOf(db, codesIn(node, isCustomer));
  return leads.size === 0 ? node : withLeads(node, leads, isCustomer);
}

/** The same of a condition of a list, as text; one that cannot be read is refused where it is used. */
export async function followedText(
  db: Executor,
  text: string,
  fields: readonly { campo: string; fonte?: string | undefined }[],
): Promise<string> {
  const tree = parsed(text);
  if (!isExpression(tree)) return text;
  const names = new Set(fields.flatMap(({ campo, fonte }) => (fonte === CUSTOMERS ? [campo] : [])));
  const followed = await followedExpression(db, tree, (path) => names.has(path));
  return followed === tree ? text : JSON.stringify(followed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A report about the customers that those it fixes have become. SQL that somebody wrote is read as it is written. */
export async function followedReport(
  db: Executor,
  report: ReportDefinition,
  entities: MapEntities,
): Promise<ReportDefinition> {
  const { consulta } = report;
  if (consulta.tipo === 'SQL') return report;
  const isCustomer = customerCodes(entities, consulta.conjunto);
  const { filtros = [], onde } = consulta;
  const fixed = filtros.flatMap(({ campo, valor }) => (isCustomer(campo) ? codesOf(valor) : []));
  const leads = await leadsOf(db, [...fixed, ...(onde ? codesIn(onde, isCustomer) : [])]);
  if (leads.size === 0) return report;
  return {
    ...report,
    consulta: {
      ...consulta,
      filtros: filtros.map((filter) =>
        isCustomer(filter.campo) && filter.valor !== undefined
          ? { ...filter, valor: ledValue(filter.valor, leads) }
          : filter,
      ),
      ...(onde && { onde: withLeads(onde, leads, isCustomer) }),
    },
  };
}

/** The values of a report's filters, which a dashboard, a schedule or an address may have kept. */
export async function followedValues(
  db: Executor,
  parameters: readonly Pick<ReportParameter, 'parametro' | 'origem'>[],
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const names = parameters.flatMap(({ parametro, origem }) => (origem === CUSTOMERS ? [parametro] : []));
  const leads = await leadsOf(
    db,
    names.flatMap((name) => codesOf(values[name])),
  );
  const followed = { ...values };
  if (leads.size > 0)
    for (const name of names) if (name in followed) followed[name] = ledValue(followed[name], leads);
  return followed;
}

/** What stands beside the code of a customer, in a comparison or a list. */
function codesIn(node: Expression, isCustomer: IsCustomer): number[] {
  const parts = argumentsOf(node);
  const beside = parts.some((part) => 'campo' in part && isCustomer(part.campo));
  return parts.flatMap((part) => [
    ...(beside ? literalsOf(part).flatMap((one) => ('numero' in one ? codesOf(one.numero) : [])) : []),
    ...codesIn(part, isCustomer),
  ]);
}

const literalsOf = (node: Expression): Literal[] =>
  'lista' in node ? node.lista : 'numero' in node ? [node] : [];

function withLeads(node: Expression, leads: Leads, isCustomer: IsCustomer): Expression {
  if (!('faz' in node)) return node;
  const beside = node.de.some((part) => 'campo' in part && isCustomer(part.campo));
  const led = (one: Literal): Literal =>
    'numero' in one ? { numero: String(ledValue(one.numero, leads)) } : one;
  return {
    ...node,
    de: node.de.map((part) => {
      if (beside && 'lista' in part) return { lista: part.lista.map(led) };
      if (beside && 'numero' in part) return led(part);
      return withLeads(part, leads, isCustomer);
    }),
  };
}

/** The codes in a value, which forms keep as numbers or as texts, one or several. */
const codesOf = (value: unknown): number[] => [value].flat().flatMap((one) => codeOf(one) ?? []);

function codeOf(value: unknown): number | null {
  const code = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  return Number.isInteger(code) && code > 0 && code <= MOST ? code : null;
}

const MOST = 2_147_483_647;

/** In the form that it has. */
function ledValue(value: unknown, leads: Leads): unknown {
  if (Array.isArray(value)) return value.map((one) => ledValue(one, leads));
  const lead = leads.get(codeOf(value) ?? 0);
  if (lead === undefined) return value;
  return typeof value === 'string' ? String(lead) : lead;
}
