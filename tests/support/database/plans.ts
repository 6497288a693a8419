import type pg from 'pg';

export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Plan Rows': number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** A statement as it was sent; a named one is prepared. */
interface Sent {
  text: string;
  values: unknown[];
  name: string | undefined;
}

/** The statements that read `table`, also under another name, while `ask` runs. */
async function statementsOf(pool: pg.Pool, table: string, ask: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const named = new RegExp(`from ("\\w+" )?"${table}"`);
  const original = pool.query;
  pool.query = ((...args: [{ text: string; name?: string }, unknown[]]) => {
    const { text, name } = args[0];
    if (named.test(text) && !text.startsWith('explain')) sent.push({ text, values: args[1], name });
    return original.apply(pool, args as never);
  }) as never;
  try {
    await ask();
  } finally {
    pool.query = original;
  }
  return sent;
}

/** How many rows each of these statements reads from the relations, whether it uses them or not. */
export async function rowsRead(
  pool: pg.Pool,
  table: string,
  relations: ReadonlySet<string>,
  ask: () => Promise<unknown>,
): Promise<number[]> {
  const reads = await statementReads(pool, table, relations, ask);
  return reads.map(({ rows }) => rows);
}

/** The same, with each statement's text, and how many pages of the relations and their indexes it reads. */
export async function statementReads(
  pool: pg.Pool,
  table: string,
  relations: ReadonlySet<string>,
  ask: () => Promise<unknown>,
): Promise<{ text: string; rows: number; pages: number }[]> {
  const sent = await statementsOf(pool, table, ask);
  return Promise.all(
    sent.map(async ({ text, values }) => {
      const { rows } = await pool.query(
        `explain (analyze, buffers, format json, timing off) ${text}`,
        values,
      );
      const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) =>
        relations.has(node['Relation Name'] ?? ''),
      );
      // Rows are given for each loop, pages for all.
      const read = nodes.reduce((sum, node) => sum + sumOf(node, READ) * (node['Actual Loops'] ?? 1), 0);
      const pages = nodes.reduce((sum, node) => sum + sumOf(node, BLOCKS), 0);
      return { text, rows: read, pages };
    }),
  );
}

const READ = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'] as const;
const BLOCKS = ['Shared Hit Blocks', 'Shared Read Blocks'] as const;

const sumOf = (node: PlanNode, keys: readonly ((typeof READ)[number] | (typeof BLOCKS)[number])[]) =>
  keys.reduce((sum, key) => sum + (node[key] ?? 0), 0);

/** The plan of each statement that reads `table` while `ask` runs. */
export async function plansOfStatements(pool: pg.Pool, table: string, ask: () => Promise<unknown>) {
  const sent = await statementsOf(pool, table, ask);
  return Promise.all(
    sent.map(async ({ text, values }) => {
      const { rows } = await pool.query(`explain (format json) ${text}`, values);
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    }),
  );
}

/**
 * The plans of a list's statements that read `table`: those of its page, and of its count if there is one. Named statements
 * are planned for generic values, as PostgreSQL soon does.
 */
export async function plansOfList(pool: pg.Pool, table: string, ask: () => Promise<unknown>) {
  const sent = await statementsOf(pool, table, ask);
  const plans = await Promise.all(
    sent.map(async ({ text, values, name }) => {
      const { rows } = name
        ? await pool.query(`explain (format json, generic_plan) ${text}`)
        : await pool.query(`explain (format json) ${text}`, values);
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    }),
  );
  const among = (holds: (text: string) => boolean) => sent.findIndex(({ text }) => holds(text));
  const at = among((text) => / limit /.test(text) && !isCount(text));
  const page = plans[at];
  if (!page) throw new Error('no statement of a page');
  return { page, name: sent[at]?.name, count: plans[among(isCount)] };
}

/** Whether a statement counts a list's rows. */
export const isCount = (text: string) => text.includes('::int as total');

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
