import { sql } from 'drizzle-orm';
import { type BackupRun, type Health, healthRoutes } from '#contract/config/health.ts';
import { lastBackup, lastRuns } from '../../backup/runs.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { databaseDisk, diskSpace } from '../../db/databaseDisk.ts';
import { withoutValues } from '../../db/slowStatements.ts';
import type { backupRuns } from '../../db/tables/index.ts';
import type { SlowStatement } from '../../db/tables/platform/upkeep.ts';
import { implement } from '../../implement.ts';
import { RELEASE } from '../../root.ts';
import { livingNodes } from '../../telemetry/nodes.ts';
import { databaseFigures, type QueueFigure } from '../../telemetry/registerMetrics.ts';
import { differingSettings } from '../../telemetry/settingsMarks.ts';
import { providerCheck } from '../oidc/queries.ts';

/** A day, plus the time a backup may take. */
const MAX_BACKUP_AGE = 25 * 60 * 60 * 1000;
const MAX_RUNS = 5;

/** The state of the installation, for its administrators. */
export const healthImplementation = implement(healthRoutes, {
  async get(_input, ctx) {
    const { db, settings, now } = ctx;
    const [replica, figures, nodes, last, runs, disk, espacoBanco, banco, provedor] = await Promise.all([
      replicaOf(ctx),
      databaseFigures(db),
      livingNodes(db),
      lastBackup(db),
      lastRuns(db, MAX_RUNS),
      diskSpace(settings.dataDir),
      databaseDisk(ctx),
      serverVersion(ctx),
      providerCheck(ctx),
    ]);
    const data: Health = {
      versao: RELEASE,
      banco,
      agora: now().toISOString(),
      processos: nodes.map(({ id, host, release, startedAt, seenAt }) => ({
        no: id,
        maquina: host,
        versao: release,
        desde: startedAt.toISOString(),
        visto: seenAt.toISOString(),
      })),
      configuracoesDiferentes: differingSettings(nodes.map(({ settings: marks }) => marks)),
      provedor,
      trabalhos: queuesOf(figures.queues),
      emails: {
        esperando: figures.emails.waiting,
        desistiu: figures.emails.failed,
        naoLidos: figures.emails.unread,
      },
      entregas: { esperando: figures.deliveries.waiting, desistiu: figures.deliveries.given },
      mudancas: { esperando: figures.feed.waiting, segundos: figures.feed.seconds },
      disco: disk && { espaco: disk.state, livre: disk.free, total: disk.total },
      espacoBanco,
      replica,
      comandosLentos: await slowOfAll(db, nodes),
      copias: {
        ultima: last?.finishedAt.toISOString() ?? null,
        atrasada: !last || now().getTime() - last.finishedAt.getTime() > MAX_BACKUP_AGE,
        recentes: runs.map(shownRun),
      },
    };
    return { data };
  },
});

/** The replica as seen by the responding process. */
async function replicaOf({ replica }: Pick<Context, 'replica'>): Promise<Health['replica']> {
  if (!replica) return null;
  const { state, seconds, taken, sentBack } = await replica.figures();
  return { situacao: state, segundos: seconds, leituras: taken, devolvidas: sentBack };
}

async function serverVersion({ db }: Pick<Context, 'db'>): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  );
  return rows[0]?.version ?? '';
}

function queuesOf(figures: readonly QueueFigure[]): Health['trabalhos'] {
  const of = (queue: string, states: readonly string[]) =>
    figures
      .filter((each) => each.queue === queue && states.includes(each.state))
      .reduce((sum, { count }) => sum + count, 0);
  return [...new Set(figures.map(({ queue }) => queue))].map((fila) => ({
    fila,
    esperando: of(fila, ['created', 'retry']),
    executando: of(fila, ['active']),
    falharam: of(fila, ['failed']),
  }));
}

const shownRun = (run: typeof backupRuns.$inferSelect): BackupRun => ({
  tipo: run.kind,
  resultado: run.outcome,
  fim: run.finishedAt.toISOString(),
  arquivo: run.fileName,
  bytes: run.bytes,
  linhas: run.rowCount,
  faltam: run.missingFiles,
  motivo: run.reason,
});

const MAX_SHOWN = 10;
/** Mean duration in milliseconds from which a statement is listed. */
const SLOW_MEAN = 100;

/**
 * From PostgreSQL's own statistics if the extension exists and is readable, otherwise statements over one second that the
 * processes recorded.
 */
async function slowOfAll(
  db: Db,
  nodes: readonly { slow: SlowStatement[] }[],
): Promise<Health['comandosLentos']> {
  const counted = await countedByPostgres(db).catch(() => null);
  if (counted) return { fonte: 'PG_STAT_STATEMENTS', itens: counted };
  const byText = new Map<string, SlowStatement>();
  for (const each of nodes.flatMap(({ slow }) => slow)) {
    const statement = byText.get(each.text);
    byText.set(
      each.text,
      statement
        ? {
            text: each.text,
            times: statement.times + each.times,
            totalMs: statement.totalMs + each.totalMs,
            worstMs: Math.max(statement.worstMs, each.worstMs),
          }
        : each,
    );
  }
  const itens = [...byText.values()]
    .sort((one, other) => other.worstMs - one.worstMs)
    .slice(0, MAX_SHOWN)
    .map(({ text, times, totalMs, worstMs }) => ({
      comando: text,
      vezes: times,
      mediaMs: Math.round(totalMs / times),
      piorMs: worstMs,
    }));
  return { fonte: 'PROCESSOS', itens };
}

async function countedByPostgres(db: Db): Promise<Health['comandosLentos']['itens'] | null> {
  const { rows: extension } = await db.execute(
    sql`select from pg_extension where extname = 'pg_stat_statements'`,
  );
  if (extension.length === 0) return null;
  const { rows } = await db.execute<{ text: string; times: number; mean: number; worst: number }>(sql`
    select query as text, calls::float as times, mean_exec_time as mean, max_exec_time as worst
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
      and mean_exec_time >= ${SLOW_MEAN} order by total_exec_time desc limit ${MAX_SHOWN}`);
  return rows.map(({ text, times, mean, worst }) => ({
    comando: withoutValues(text),
    vezes: times,
    mediaMs: Math.round(mean),
    piorMs: Math.round(worst),
  }));
}
