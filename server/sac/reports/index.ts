import { reportDeskRoutes } from '../../../contract/sac/reportDesk.ts';
import { reportRoutes } from '../../../contract/sac/reports.ts';
import { implement } from '../../implement.ts';
import { reportCards, reportForm, reportParameters } from './cards.ts';
import { cancelReport, exportReport, runReport } from './commands.ts';
import { dataSets } from './dataSets.ts';
import { previewReport } from './preview.ts';

/** The embedded viewer is the desk's. */
const { ticket: _ticket, view: _view, ...ownRoutes } = reportRoutes;
const { preview, dataSets: sets } = reportDeskRoutes;

export const reportImplementation = implement(ownRoutes, {
  list: reportCards,
  parameters: reportParameters,
  form: reportForm,
  run: runReport,
  cancel: cancelReport,
  exportFile: exportReport,
});

/** What the studio asks of the engine. */
export const reportStudioImplementation = implement(
  { preview, dataSets: sets },
  {
    preview: async ({ body }, ctx) => ({ data: await previewReport(ctx, body) }),
    dataSets: (_, ctx) => dataSets(ctx),
  },
);
