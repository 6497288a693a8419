import { allows } from '#contract/permissions.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import {
  type Published,
  publishedDefinition,
  publishedDefinitions,
} from '../../config/definitions/queries.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { notFound } from '../../errors.ts';
import { seesPersonal } from '../../session/personalData.ts';

export { missingBound } from '#contract/rules/reports/bounds.ts';
export { labelsOf } from './run/prepareRun.ts';
export { remembered } from './run/remembered.ts';
export { fileName, pdfColumn, runToFile, runToScreen, totalRow } from './run/runReport.ts';

export type PublishedReport = Published<ReportDefinition>;
type Grantee = { user: Pick<User, 'grants' | 'type'> };
type Asker = { db: Executor } & Grantee;

export const maySee = ({ user }: Grantee, { content }: PublishedReport) =>
  allows(user.grants, 'SAC_RELATORIO') && allows(user.grants, content.permissoes.ver);

/** The reports that the person may see, ordered by title. */
export async function visibleReports(ctx: Asker): Promise<PublishedReport[]> {
  const all = await publishedDefinitions<ReportDefinition>(ctx.db, 'reports');
  return all
    .filter((report) => maySee(ctx, report))
    .sort((a, b) => a.content.titulo.localeCompare(b.content.titulo, 'pt-BR'));
}

/** A report that the person may see; unknown, archived and forbidden ones give the same error. */
export async function reportFor(ctx: Asker, key: string): Promise<PublishedReport> {
  const report = await publishedDefinition<ReportDefinition>(ctx.db, 'reports', key);
  if (!report || !maySee(ctx, report)) throw notFound();
  return report;
}

/** The content of a stored or sent file stays the same, whoever opens it later. */
export const mayKeepFile = (to: Grantee, report: PublishedReport): boolean =>
  seesPersonal(to.user) && mayExport(to, report);

export const mayExport = ({ user }: Grantee, { content }: PublishedReport): boolean =>
  allows(user.grants, 'RELATORIOS_EXPORTAR') && allows(user.grants, content.permissoes.exportar);
