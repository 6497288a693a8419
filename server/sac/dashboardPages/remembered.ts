import type { ReportResult } from '#contract/sac/reports/reports.ts';
import type { Context } from '../../context.ts';

/** How long a result is told again instead of being read again, in milliseconds. */
const KEPT_MS = 60_000;
const MAX_RESULTS = 200;
const MAX_CELLS = 20_000;

interface Kept {
  result: ReportResult;
  until: number;
  /** The number of the last question that was put before it was read. */
  after: number;
}

const results = new Map<string, Kept>();

/** How many questions were put so far. */
let questions = 0;

/** The last run asked for by each person; a dashboard reads its blocks one after the other, beside the person's own report. */
const turns = new Map<number, Promise<unknown>>();

/**
 * The result under a key that holds everything it depends on, who sees it included; otherwise `run`, once the person's earlier
 * blocks have been read. Only what succeeded is kept.
 */
export async function remembered(
  { user, now }: Pick<Context, 'user' | 'now'>,
  key: string,
  anew: boolean,
  run: () => Promise<ReportResult>,
): Promise<ReportResult> {
  questions += 1;
  const asked = questions;
  return inTurn(user.id, async () => {
    const kept = results.get(key);
    // What was read after this question was put is new, also where somebody asks anew for several blocks of one report.
    if (kept && kept.until > now().getTime() && (!anew || kept.after >= asked)) return kept.result;
    const after = questions;
    const result = await run();
    keep(key, { result, until: now().getTime() + KEPT_MS, after });
    return result;
  });
}

async function inTurn<T>(personId: number, work: () => Promise<T>): Promise<T> {
  const before = turns.get(personId) ?? Promise.resolve();
  const own = before.then(work, work);
  turns.set(personId, own);
  try {
    return await own;
  } finally {
    if (turns.get(personId) === own) turns.delete(personId);
  }
}

/** The oldest go first. */
function keep(key: string, kept: Kept): void {
  results.delete(key);
  if (kept.result.linhas.length * kept.result.colunas.length > MAX_CELLS) return;
  results.set(key, kept);
  const [oldest] = results.keys();
  if (results.size > MAX_RESULTS && oldest !== undefined) results.delete(oldest);
}
