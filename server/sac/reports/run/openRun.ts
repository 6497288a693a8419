import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { masked, type PersonalKind } from '#contract/rules/privacy/masks.ts';
import type { CrossedColumn } from '#contract/rules/reports/crossing.ts';
import { type FigureDetail, figureDetail } from '#contract/rules/reports/figureRows.ts';
import type {
  ReportColumn,
  ReportDefinition,
  ReportFormat,
  RunState,
} from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import { Totals } from '#contract/rules/reports/results.ts';
import type { Deps } from '#server/context.ts';
import { reportRuns } from '#server/db/tables/index.ts';
import { Refusal, refused } from '#server/errors.ts';
import { readableTypes } from '#server/map/queries.ts';
import { limitReading, nameOfRun, type ReadingLimit, readingRuns } from './cancelRun.ts';
import type { Asker, PreparedRun } from './prepareRun.ts';
import type { DescribedColumn } from './readRows.ts';
import { passCostGate, secondsFor } from './readRows.ts';
import { runRefusal, type Stop } from './refusals.ts';
import { runnable } from './runnable.ts';
import { closeReader, openReader } from './withReader.ts';

interface RunOrder {
  key: string;
  version: number;
  format: ReportFormat;
  scheduleId?: number | null;
  /** The dashboard that it is read for. */
  dashboard?: string | null;
  /** The maximum number of rows; one more is requested to find out whether the result is cut. */
  limit: number;
  signal?: AbortSignal;
}

/** A running report: its rows can be read once, and the run ends with them, in whatever way. */
export interface OpenRun {
  id: number;
  prepared: PreparedRun;
  columns: readonly CrossedColumn[];
  grafico: ReportDefinition['grafico'];
  /** Which figures lead to their rows. */
  detail: FigureDetail | null;
  /** The rows that the screen shows at most, whatever it is given. */
  most: number;
  rows: () => AsyncGenerator<ReportCell[]>;
  /** Ends the run because nobody reads its rows any more. */
  abandon: () => Promise<void>;
  totals: Totals;
  /** The rows read so far; final once the rows have ended. */
  count: () => number;
  cut: () => boolean;
  /** What has to be known with the figures. */
  notes: () => string[];
}

/** Starts the single stream of rows that the table, the chart and every file are built from. */
export async function openRun(ctx: Asker, prepared: PreparedRun, order: RunOrder): Promise<OpenRun> {
  const { report, bound, bind, parameters, zone, customer } = prepared;
  let seconds = report.limites.segundos;
  const { key, version, format, scheduleId = null, dashboard = null } = order;
  const id = await beginRun(ctx, {
    ...{ key, version, personId: ctx.user.id, parameters, format, scheduleId },
    dashboardKey: dashboard,
  });
  const stopper = limitReading(ctx, seconds * 1000, order.signal);
  const fail = async (error: unknown) => {
    stopper.end();
    const refusal = runRefusal(error, await whyStopped(ctx, id, stopper), seconds) as Error;
    await endRun(ctx, id, endedBy(refusal));
    return refusal;
  };
  const client = await openReader(ctx, {
    person: { ...ctx.user, cadastros: await readableTypes(ctx.db, ctx.user) },
    zone,
    customer,
    name: nameOfRun(id),
    timeout: seconds * 1000,
  }).catch(async (error) => {
    throw await fail(error);
  });
  stopper.watch(client);
  try {
    seconds = secondsFor(await passCostGate(client, bound.text, bind), seconds);
    if (seconds < report.limites.segundos) {
      stopper.allow(seconds * 1000);
      await client.query(`set local statement_timeout = ${seconds * 1000}`);
    }
    const ready = await runnable(client, prepared, order.limit + 1);
    const { shown: declared, batches } = ready;
    const limit = order.format === 'TELA' ? order.limit : Math.min(order.limit, ready.most);
    const places = placesOf(declared, ready.columns);
    const state = { count: 0, cut: false };
    const totals = new Totals(declared);
    const kinds = declared.map(({ campo }) => ready.masks.get(campo));
    const shown = (cell: ReportCell, at: number) => hiddenCell(cell, kinds[at]);
    let begun = false;
    const rows = async function* () {
      begun = true;
      let ended: Ended = { state: 'CANCELADO', error: 'A leitura foi abandonada.' };
      try {
        for await (const batch of batches) {
          for (const row of batch) {
            if (state.count === limit) {
              state.cut = true;
              break;
            }
            const cells = places.map((place, at) => shown(row[place] ?? null, at));
            totals.add(cells);
            state.count += 1;
            yield cells;
          }
          if (state.cut) break;
          if (stopper.stop() || !(await isRunning(ctx, id))) throw new Error('stopped');
        }
        ended = { state: 'PRONTO', rows: state.count, cut: state.cut };
      } catch (error) {
        const refusal = await fail(error);
        ended = endedBy(refusal);
        throw refusal;
      } finally {
        stopper.end();
        await closeReader(client);
        await endRun(ctx, id, { rows: state.count, cut: state.cut, ...ended });
      }
    };
    return {
      id,
      prepared,
      columns: declared,
      grafico: ready.grafico,
      detail: report.consulta.tipo === 'SQL' ? null : figureDetail(report.consulta, declared, prepared.masks),
      most: ready.most,
      rows,
      abandon: async () => {
        if (begun) return stopper.cancel();
        begun = true;
        stopper.end();
        await closeReader(client);
        await endRun(ctx, id, { state: 'CANCELADO', error: 'A leitura foi abandonada.' });
      },
      totals,
      count: () => state.count,
      cut: () => state.cut,
      notes: () => ready.notes,
    };
  } catch (error) {
    await closeReader(client);
    throw await fail(error);
  }
}

const endedBy = (refusal: Error): Ended => ({
  state: refusal instanceof Refusal && refusal.code === 'RELATORIO_CANCELADO' ? 'CANCELADO' : 'FALHOU',
  error: errorText(refusal),
});

/** Others can read the history, and the text of an unexpected error may contain data. */
const errorText = (refusal: Error): string =>
  refusal instanceof Refusal ? refusal.message.slice(0, 500) : 'A geração parou por um erro do servidor.';

const hiddenCell = (cell: ReportCell, kind: PersonalKind | undefined): ReportCell =>
  kind ? (masked(kind, cell) as ReportCell) : cell;

/** The position of each declared column in the query's result. */
function placesOf(declared: readonly ReportColumn[], described: readonly DescribedColumn[]): number[] {
  return declared.map(({ campo }) => {
    const place = described.findIndex(({ name }) => name === campo);
    if (place < 0)
      throw refused(
        'RELATORIO_CONSULTA',
        `A consulta não devolve a coluna ${campo}. Avise quem cuida dos relatórios.`,
      );
    return place;
  });
}

/** If another process cancelled the run, only its row says so. */
async function whyStopped(ctx: Asker, id: number, stopper: ReadingLimit): Promise<Stop | null> {
  return stopper.stop() ?? ((await isRunning(ctx, id)) ? null : 'CANCELADO');
}

type Parts = Pick<Deps, 'db' | 'pool' | 'replica' | 'settings'>;

interface NewRun {
  key: string;
  version: number;
  personId: number;
  parameters: Record<string, unknown>;
  format: ReportFormat;
  scheduleId: number | null;
  dashboardKey: string | null;
}

/**
 * Inserts the history row. Each person can run one report at a time: the index rejects a second one, unless the first has
 * died.
 */
async function beginRun(deps: Parts, run: NewRun): Promise<number> {
  const first = await insertRun(deps, run);
  if (first !== null) return first;
  await endLeft(
    deps,
    '10 seconds',
    and(
      eq(reportRuns.personId, run.personId),
      isNull(reportRuns.scheduleId),
      isNull(reportRuns.dashboardKey),
    ),
  );
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

/** Ends runs whose process was killed, those of dashboards and schedules included. */
export const endLeftRuns = (deps: Parts): Promise<void> => endLeft(deps, '10 minutes');

/** The run of a killed process no longer has a connection; a live run gets one within moments of its start. */
async function endLeft(deps: Parts, age: string, which?: SQL): Promise<void> {
  const running = await deps.db
    .select({ id: reportRuns.id })
    .from(reportRuns)
    .where(
      and(which, eq(reportRuns.state, 'RODANDO'), lt(reportRuns.startedAt, sql`now() - ${age}::interval`)),
    );
  if (running.length === 0) return;
  const ids = running.map(({ id }) => id);
  const alive = await readingRuns(deps, ids);
  for (const id of ids)
    if (!alive.has(id)) await endRun(deps, id, { state: 'FALHOU', error: 'A geração foi interrompida.' });
}

interface Ended {
  state: Exclude<RunState, 'RODANDO'>;
  rows?: number;
  cut?: boolean;
  error?: string;
  fileId?: string;
}

/** The first end state counts: a cancelled run stays cancelled. */
async function endRun({ db }: Pick<Deps, 'db'>, id: number, ended: Ended): Promise<void> {
  await db
    .update(reportRuns)
    .set({ ...ended, finishedAt: sql`now()` })
    .where(and(eq(reportRuns.id, id), eq(reportRuns.state, 'RODANDO')));
}

async function isRunning({ db }: Pick<Deps, 'db'>, id: number): Promise<boolean> {
  const [row] = await db.select({ state: reportRuns.state }).from(reportRuns).where(eq(reportRuns.id, id));
  return row?.state === 'RODANDO';
}
