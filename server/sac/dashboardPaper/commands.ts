import { and, eq } from 'drizzle-orm';
import type { Deps, Waiting } from '../../context.ts';
import { type PaperContents, reportRuns } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { workContext } from '../../jobs/workContext.ts';
import type { PrintToFile } from '../reportDesk/commands.ts';
import { keepFile } from '../reports/commands.ts';
import { paperFile, readPaper } from './paper.ts';
import type { PaperBlock } from './paperBlocks.ts';

/** Prints a dashboard with this person's permissions into a stored file; its row among the runs references it. */
export const printToFile: PrintToFile = async (deps, { user, dashboard, given, scheduleId, signal }) => {
  const context = workContext(deps, deps.db, user, { ip: '', requestId: 'envios' });
  const waiting: Waiting = signal ? (wait) => wait(signal) : context.waiting;
  const ctx = { ...context, waiting };
  const runId = await begin(deps, {
    ...{ dashboardKey: dashboard.key, reportVersion: dashboard.version, personId: user.id },
    ...{ parameters: given, scheduleId },
  });
  try {
    const paper = await readPaper(ctx, dashboard, given);
    const rows = paper.blocks.reduce((sum, block) => sum + block.rows, 0);
    const file = await paperFile(ctx, paper);
    // Before there is a file, so that none is ever without what it was made of.
    await note(deps, runId, { rows, contents: contentsOf(paper.blocks) });
    await keepFile(deps, { ownerId: user.id, runId }, file);
    await note(deps, runId, { state: 'PRONTO', finishedAt: deps.now() });
    return { runId, rows, cut: false, filters: paper.filters };
  } catch (error) {
    const text = error instanceof Refusal ? error.message.slice(0, 500) : STOPPED;
    await note(deps, runId, { state: 'FALHOU', error: text, finishedAt: deps.now() });
    throw error;
  }
};

/** Others can read the history, and the text of an unexpected error may contain data. */
const STOPPED = 'A geração parou por um erro do servidor.';

type Run = typeof reportRuns.$inferInsert;

async function begin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  run: Omit<Run, 'format' | 'state'>,
): Promise<number> {
  const [row] = await db
    .insert(reportRuns)
    .values({ ...run, format: 'PDF', state: 'RODANDO', startedAt: now() })
    .returning({ id: reportRuns.id });
  if (!row) throw new Error('the run was not recorded');
  return row.id;
}

/** The first end state counts: one that was taken for interrupted stays so. */
const note = ({ db }: Pick<Deps, 'db'>, id: number, set: Partial<Run>) =>
  db
    .update(reportRuns)
    .set(set)
    .where(and(eq(reportRuns.id, id), eq(reportRuns.state, 'RODANDO')));

const contentsOf = (blocks: readonly PaperBlock[]): PaperContents => ({
  reports: [...new Set(blocks.flatMap(({ report }) => report ?? []))],
  sources: [...new Set(blocks.flatMap(({ source }) => source ?? []))],
});
