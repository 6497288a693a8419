/** Reports: running them, sending them on days of the week, and what was run. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const ReportHistoryPage = lazyScreen(() => import('./history/HistoryPage.tsx'), 'HistoryPage');
export const ReportListPage = lazyScreen(() => import('./ReportListPage.tsx'), 'ReportListPage');
export const ReportPage = lazyScreen(() => import('./ReportPage.tsx'), 'ReportPage');
export const ReportSchedulesPage = lazyScreen(() => import('./schedules/SchedulesPage.tsx'), 'SchedulesPage');
