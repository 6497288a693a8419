import { createHash } from 'node:crypto';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import type { Asker, Values } from './prepareRun.ts';

/** Milliseconds for which a preview is remembered, and how many of them. */
const REMEMBERED = { time: 60_000, results: 50 };

interface Remembered {
  until: number;
  result: ReportResult;
}

/** By database, so that consoles in one process never share a result. */
const results = new WeakMap<object, Map<string, Remembered>>();

/**
 * What a preview depends on: the query with what is shown of it, the filters, and all that decides what the person may see. Two
 * people, or one whose rights changed, never get each other's result.
 */
function keyOf(
  { user }: Asker,
  { consulta, colunas, grafico, parametros }: ReportDefinition,
  values: Values,
) {
  const { id, type, grants, branchIds, customerId, representativeId } = user;
  const scope = [id, type, grants, branchIds, customerId, representativeId];
  const whole = JSON.stringify([consulta, colunas, grafico, parametros, values, scope]);
  return createHash('sha256').update(whole).digest('hex');
}

/** The result of a minute ago at most, or a new one. `fresh` reads anew in any case. */
export async function remembered(
  ctx: Asker,
  { report, values, fresh }: { report: ReportDefinition; values: Values; fresh: boolean },
  read: () => Promise<ReportResult>,
): Promise<ReportResult> {
  const own = results.get(ctx.pool) ?? new Map<string, Remembered>();
  results.set(ctx.pool, own);
  const key = keyOf(ctx, report, values);
  const now = ctx.now().getTime();
  const known = own.get(key);
  if (!fresh && known && known.until > now) return known.result;
  const result = await read();
  own.delete(key);
  own.set(key, { until: now + REMEMBERED.time, result });
  for (const [oldest] of own) {
    if (own.size <= REMEMBERED.results) break;
    own.delete(oldest);
  }
  return result;
}
