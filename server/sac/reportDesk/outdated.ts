import { sameQuestions } from '../../../contract/rules/reports/parameterValues.ts';
import type { ReportDefinition } from '../../../contract/rules/reports/report.ts';
import { definitionVersion } from '../../config/definitions/queries.ts';
import type { Executor } from '../../db/client.ts';
import type { PublishedReport } from '../reports/queries.ts';

interface Kept {
  reportVersion: number;
}

/** Of what was kept for older versions of the report: for which of them it asked other questions than now. */
export async function outdatedVersions(
  db: Executor,
  report: PublishedReport,
  kept: readonly Kept[],
): Promise<ReadonlySet<number>> {
  const older = new Set(kept.map(({ reportVersion }) => reportVersion));
  older.delete(report.version);
  const changed = new Set<number>();
  for (const version of older) {
    const then = await definitionVersion<ReportDefinition>(db, 'reports', report.key, version);
    const same = then && sameQuestions(then.content.parametros.schema, report.content.parametros.schema);
    if (!same) changed.add(version);
  }
  return changed;
}
