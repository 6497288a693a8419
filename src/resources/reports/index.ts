/** Reports: the list, sending them on days of the week, and what was run. One is opened in `src/custom/reportViewer`. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const ReportHistoryPage = lazyScreen(() => import('./history/HistoryPage.tsx'), 'HistoryPage');
export const ReportListPage = lazyScreen(() => import('./ReportListPage.tsx'), 'ReportListPage');
export const ReportSchedulesPage = lazyScreen(() => import('./schedules/SchedulesPage.tsx'), 'SchedulesPage');
