import type pg from 'pg';

export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/**
 * The plans of a list's statements that read `table`: those of its page, and of its count if there is one. Named statements
 * are planned for generic values, as PostgreSQL soon does.
 */
export async function plansOfList(pool: pg.Pool, table: string, ask: () => Promise<unknown>) {
  const sent: { text: string; values: unknown[]; name: string | undefined }[] = [];
  // Another table may be read under this alias.
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
  const plans = await Promise.all(
    sent.map(async ({ text, values, name }) => {
      const { rows } = name
        ? await pool.query(`explain (format json, generic_plan) ${text}`)
        : await pool.query(`explain (format json) ${text}`, values);
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    }),
  );
  const among = (holds: (text: string) => boolean) => sent.findIndex(({ text }) => holds(text));
  const at = among((text) => / limit /.test(text) && !/count\(/.test(text));
  const page = plans[at];
  if (!page) throw new Error('no statement of a page');
  return { page, name: sent[at]?.name, count: plans[among((text) => /count\(/.test(text))] };
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
