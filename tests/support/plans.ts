import type pg from 'pg';

export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/** The plans of the statements of a list that look through `table`: of its page, and of its count where it has one. */
export async function plansOfList(pool: pg.Pool, table: string, ask: () => Promise<unknown>) {
  const sent: [text: string, values: unknown[]][] = [];
  // Another table may be read under its name.
  const named = new RegExp(`from ("\\w+" )?"${table}"`);
  const original = pool.query;
  pool.query = ((...args: [{ text: string }, unknown[]]) => {
    const { text } = args[0];
    if (named.test(text) && !text.startsWith('explain')) sent.push([text, args[1]]);
    return original.apply(pool, args as never);
  }) as never;
  try {
    await ask();
  } finally {
    pool.query = original;
  }
  const plans = await Promise.all(
    sent.map(async ([text, values]) => {
      const { rows } = await pool.query(`explain (format json) ${text}`, values);
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    }),
  );
  const among = (holds: (text: string) => boolean) => plans[sent.findIndex(([text]) => holds(text))];
  const page = among((text) => / limit /.test(text) && !/count\(/.test(text));
  if (!page) throw new Error('no statement of a page');
  return { page, count: among((text) => /count\(/.test(text)) };
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
