import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { currentWords } from '#contract/words/words.ts';
import { contentHash } from '#server/config/definitions/rules.ts';
import type { Asker } from './prepareRun.ts';

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

interface Memory {
  results: Map<string, Kept>;
  /** How many questions were put so far. */
  questions: number;
  /** The last run in turn of each person, and of each wall. */
  turns: Map<string, Promise<unknown>>;
}

/** By database, so that consoles in one process never share a result. */
const memories = new WeakMap<object, Memory>();

function memoryOf(pool: object): Memory {
  const memory = memories.get(pool) ?? { results: new Map(), questions: 0, turns: new Map() };
  memories.set(pool, memory);
  return memory;
}

interface Question {
  /** Everything that the result depends on, besides who asks. */
  about: unknown;
  /** Reads anew whatever is remembered. */
  fresh: boolean;
  /** Waits until what the person asked in turn before was read: a dashboard reads its blocks one after the other. */
  inTurn?: boolean;
}

/**
 * The result of a minute ago at most, or a new one by `read`. Two people, or one whose rights changed, never get each other's
 * result. Only what succeeded is kept.
 */
export async function remembered(
  { user, pool, now }: Pick<Asker, 'user' | 'pool' | 'now'>,
  { about, fresh, inTurn = false }: Question,
  read: () => Promise<ReportResult>,
): Promise<ReportResult> {
  const memory = memoryOf(pool);
  memory.questions += 1;
  const asked = memory.questions;
  const key = contentHash([whoSees(user), currentWords(), about]);
  const look = async () => {
    const cachedResult = memory.results.get(key);
    // What was read after this question was put is new, also where somebody asks anew for several blocks of one report.
    if (cachedResult && cachedResult.until > now().getTime() && (!fresh || cachedResult.after >= asked))
      return cachedResult.result;
    const after = memory.questions;
    const result = await read();
    keep(memory.results, key, { result, until: now().getTime() + KEPT_MS, after });
    return result;
  };
  return inTurn ? takeTurn(memory.turns, turnOf(user), look) : look();
}

/** All that decides which rows somebody sees, and which of them are masked. */
const whoSees = ({ id, type, grants, wall, ...of }: Asker['user']) => [
  id,
  type,
  grants,
  wall !== undefined,
  of.branchIds,
  of.customerId,
  of.representativeId,
];

/** A wall waits in a line of its own: nobody's screen waits for those on the wall. */
const turnOf = ({ id, wall }: Asker['user']) => (wall === undefined ? `person:${id}` : `wall:${wall}`);

async function takeTurn<T>(turns: Memory['turns'], line: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(line) ?? Promise.resolve();
  const own = before.then(work, work);
  turns.set(line, own);
  try {
    return await own;
  } finally {
    if (turns.get(line) === own) turns.delete(line);
  }
}

/** The oldest go first. */
function keep(results: Memory['results'], key: string, kept: Kept): void {
  results.delete(key);
  if (kept.result.linhas.length * kept.result.colunas.length > MAX_CELLS) return;
  results.set(key, kept);
  const [oldest] = results.keys();
  if (results.size > MAX_RESULTS && oldest !== undefined) results.delete(oldest);
}
