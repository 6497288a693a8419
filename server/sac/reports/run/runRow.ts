import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ReportFormat, RunState } from '../../../../contract/rules/reports/report.ts';
import type { Deps } from '../../../context.ts';
import { reportRuns } from '../../../db/tables/index.ts';
import { refused } from '../../../errors.ts';
import { isReading } from './cancelRun.ts';

type Parts = Pick<Deps, 'db' | 'pool' | 'settings'>;

export interface NewRun {
  key: string;
  version: number;
  personId: number;
  parameters: Record<string, unknown>;
  format: ReportFormat;
  scheduleId: number | null;
}

/** Writes the history's row. One report a person at a time: the index refuses the second, unless the first died. */
export async function beginRun(deps: Parts, run: NewRun): Promise<number> {
  const first = await insertRun(deps, run);
  if (first !== null) return first;
  await endStale(deps, run.personId);
  const second = await insertRun(deps, run);
  if (second !== null) return second;
  throw refused(
    'RELATORIO_EM_ANDAMENTO',
    'Você já tem um relatório sendo gerado. Espere que ele termine, ou cancele-o.',
  );
}

async function insertRun({ db }: Parts, { key, version, ...run }: NewRun): Promise<number | null> {
  const [row] = await db
    .insert(reportRuns)
    .values({ reportKey: key, reportVersion: version, ...run, state: 'RODANDO' })
    .onConflictDoNothing()
    .returning({ id: reportRuns.id });
  return row?.id ?? null;
}

/** A run of a process that was killed has no connection any more, and had one within moments of its start. */
async function endStale(deps: Parts, personId: number) {
  const [running] = await deps.db
    .select({
      id: reportRuns.id,
      young: sql<boolean>`${reportRuns.startedAt} > now() - interval '10 seconds'`,
    })
    .from(reportRuns)
    .where(
      and(eq(reportRuns.personId, personId), eq(reportRuns.state, 'RODANDO'), isNull(reportRuns.scheduleId)),
    );
  if (!running || running.young || (await isReading(deps, running.id))) return;
  await endRun(deps, running.id, { state: 'FALHOU', error: 'A geração foi interrompida.' });
}

export interface Ended {
  state: Exclude<RunState, 'RODANDO'>;
  rows?: number;
  cut?: boolean;
  error?: string;
  fileId?: string;
}

/** The first end counts: what was cancelled stays cancelled. */
export async function endRun({ db }: Pick<Deps, 'db'>, id: number, ended: Ended): Promise<void> {
  await db
    .update(reportRuns)
    .set({ ...ended, finishedAt: sql`now()` })
    .where(and(eq(reportRuns.id, id), eq(reportRuns.state, 'RODANDO')));
}

export async function isRunning({ db }: Pick<Deps, 'db'>, id: number): Promise<boolean> {
  const [row] = await db.select({ state: reportRuns.state }).from(reportRuns).where(eq(reportRuns.id, id));
  return row?.state === 'RODANDO';
}
