import type { RecordTypeView, StoredRecord } from '#contract/records/routes/records.ts';
import type { CpuUsed } from '../cpuUsed.ts';
import { measure, spread, WARM_UP } from '../lists/measure.ts';
import type { Company, Line, Who } from './company.ts';
import { fillLargeTypes, LARGE_TYPES } from './largeTypes.ts';
import { contracts } from './ownTypes.ts';

/** docs/domain.md 17: milliseconds at p95. */
const BUDGET = { list: 100, search: 300 };
const PEOPLE = ['ADMIN', 'OPERADOR', 'REPRESENTANTE'] as const satisfies readonly Who[];
const WAYS = ['ASC', 'DESC'];

interface Case {
  name: string;
  queries: string[];
  budget: number;
}

interface Wanted {
  size: number;
  runs: number;
  /** Substring of the names of the cases to be measured. */
  named: string;
}

/**
 * All sort orders and filters of a type, its search, and the tab of one customer, for people who see all records and people
 * who see some.
 */
export async function listsOfTypes(company: Company, { size, runs, named }: Wanted): Promise<Line[]> {
  await fillLargeTypes(company, size);
  const lines: Line[] = [];
  for (const key of LARGE_TYPES)
    for (const who of PEOPLE) {
      if (!(await readable(company, who)).has(key)) continue;
      for (const { name, queries, budget } of await casesOf(company, key, who)) {
        const title = `${key}, ${who}: ${name}`;
        if (!title.includes(named)) continue;
        const { result: measured, used } = await company.processor(() =>
          measure(
            queries.map((query) => () => hasPage(company, `${base(key)}?${query}`, who)),
            runs,
          ),
        );
        if (!measured) continue;
        const requests = queries.length * (runs + WARM_UP);
        const shown = `${spread(measured)}${used ? ` (${processorOf(used, requests)})` : ''}`;
        lines.push({
          name: `${title}, p50 / p95 em ms (processador: servidor + banco)`,
          measured: shown,
          budget: String(budget),
          held: measured.p95 <= budget,
        });
        process.stderr.write(`${title}: ${shown}\n`);
      }
    }
  return lines;
}

/** Milliseconds of the processor per request, which other work on the machine changes less than the clock. */
const processorOf = ({ server, database }: CpuUsed, requests: number): string =>
  [server, database].map((used) => Math.round(used / requests)).join(' + ');

const base = (key: string) => `/config/cadastros/${key}`;

async function readable({ call }: Company, who: Who): Promise<ReadonlySet<string>> {
  const { itens } = await call<{ itens: { chave: string }[] }>('GET', '/config/cadastros', undefined, who);
  return new Set(itens.map(({ chave }) => chave));
}

interface Page {
  itens: StoredRecord[];
  paginator: { current_page: number; last_page: number };
}

const pageOf = ({ call }: Company, path: string, who: Who) => call<Page>('GET', path, undefined, who);

async function hasPage(company: Company, path: string, who: Who): Promise<boolean> {
  const { itens, paginator } = await pageOf(company, path, who);
  return itens.length > 0 || paginator.current_page === 1;
}

async function casesOf(company: Company, key: string, who: Who): Promise<Case[]> {
  const { data: type } = await company.call<{ data: RecordTypeView }>('GET', `${base(key)}/definicao`);
  const [tenth, first] = [
    await pageOf(company, `${base(key)}?page=10`, who),
    await pageOf(company, base(key), who),
  ];
  const itens = tenth.itens.length > 0 ? tenth.itens : first.itens;
  // The last page offered by the screen.
  const last = first.paginator.last_page;
  const orders = [...new Set([type.lista.ordem, ...type.lista.ordenaveis, 'id'])];
  const inEveryOrder = (query: string) =>
    orders.flatMap((order) => WAYS.map((way) => `${query}&orderBy=${order}&direction=${way}`));
  const filters = [];
  for (const field of type.lista.filtros) {
    const value = itens.map((item) => item[field]).find((one) => one !== undefined);
    if (value === undefined) continue;
    const filter = `filtro=${encodeURIComponent(JSON.stringify({ [field]: value }))}`;
    const { paginator } = await pageOf(company, `${base(key)}?${filter}`, who);
    filters.push({ field, filter, deepest: paginator.last_page });
  }
  const list = (name: string, queries: string[]): Case => ({ name, queries, budget: BUDGET.list });
  return [
    ...orders.flatMap((order) =>
      [...new Set([1, last])].map((page) =>
        list(
          `ordem ${order}, página ${page}`,
          WAYS.map((way) => `orderBy=${order}&direction=${way}&page=${page}`),
        ),
      ),
    ),
    ...filters.flatMap(({ field, filter, deepest }) => [
      list(`filtro ${field}, página 1 de cada ordem`, inEveryOrder(filter)),
      list(`filtro ${field}, página ${deepest}`, [`${filter}&page=${deepest}`]),
    ]),
    ...wordsOf(type, itens).map(
      ([name, text]): Case => ({
        name: `busca ${name}`,
        queries: [`q=${encodeURIComponent(text)}`],
        budget: BUDGET.search,
      }),
    ),
    ...(key === contracts.chave
      ? [list('aba de um cliente', inEveryOrder(`idCli=${await ownerOf(company)}`))]
      : []),
  ];
}

/** Search words that occur in a record visible to the person, in full and in part, and words that occur in none. */
function wordsOf({ nome, codigo }: RecordTypeView, itens: readonly StoredRecord[]): [string, string][] {
  const [item] = itens;
  const text = (field: string | undefined) =>
    String((field && (item?.rotulos[field] ?? item?.[field])) ?? '');
  const whole = text(nome);
  const found: [string, string][] = [
    ['nome inteiro', whole],
    ['primeira palavra', whole.split(' ')[0] ?? ''],
    ['código', String(item?.[codigo[0] ?? ''] ?? '')],
    ['nada encontrado', 'xyzxyz'],
  ];
  return found.filter(([, word]) => word !== '');
}

/** The customer with the most records. */
async function ownerOf({ pool }: Company): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select customer_id as id from records
     where type = $1 and customer_id is not null group by 1 order by count(*) desc, 1 limit 1`,
    [contracts.chave],
  );
  return rows[0]?.id ?? 0;
}
