import { cellText } from '../../../contract/rules/reports/cellText.ts';
import { chartRows } from '../../../contract/rules/reports/chartRows.ts';
import type { ReportColumn } from '../../../contract/rules/reports/report.ts';
import type { TimeZone } from '../../../contract/rules/zonedTime.ts';
import type { ReportResult } from '../../../contract/sac/reports.ts';
import { textAsHtml } from '../../plainText.ts';

/** The first series of the chart as bars beside their figures: read without sight and drawn without script. */
export function viewerChart(result: ReportResult, columns: readonly ReportColumn[], zone: TimeZone): string {
  const rows = chartRows(result);
  const series = columns.find(({ campo }) => campo === result.grafico?.series[0]);
  if (!series || rows.length < 2) return '';
  const most = Math.max(...rows.map(({ values }) => Math.abs(values[0] ?? 0)));
  if (most === 0) return '';
  const lines = rows.map(({ label, values, texts }) => {
    const width = Math.round((1000 * Math.abs(values[0] ?? 0)) / most) / 10;
    return `<tr><th scope="row">${textAsHtml(label)}</th><td class="figure">${textAsHtml(cellText(texts[0] ?? null, series, zone))}</td>
<td class="bar"><svg aria-hidden="true"><rect width="${width}%" height="12" rx="3"></rect></svg></td></tr>`;
  });
  return `<div class="chart"><table><caption>${textAsHtml(series.titulo)}</caption><tbody>${lines.join('')}</tbody></table></div>`;
}
