import { createHash } from 'node:crypto';
import { formatCount } from '#contract/rules/format.ts';
import { chartOf } from '#contract/rules/reports/chart.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import { isFigure, shownCell, totalName, totalText } from '#contract/rules/reports/results.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import type { PublicContext } from '../../context.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { textAsHtml } from '../../text/plainText.ts';

type Ctx = Pick<PublicContext, 'setHeader'>;

/** A result as a standalone page: no scripts, no fetched resources, and only our own pages may frame it. */
export function viewerPage(ctx: Ctx, result: ReportResult, zone: TimeZone): FileAnswer {
  const columns = result.colunas as ReportColumn[];
  const body = [
    `<h1>${textAsHtml(result.titulo)}</h1>`,
    `<p>${textAsHtml(result.filtros || 'Sem filtros')}<br>${factsOf(result, zone)}</p>`,
    ...result.avisos.map((note) => `<p>${textAsHtml(note)}</p>`),
    result.cortado ? `<p class="warn">${textAsHtml(cutText(result))}</p>` : '',
    figures(columns, result, zone),
    viewerChart(result, columns, zone),
    result.linhas.length === 0 ? '<p>Nenhuma linha para estes filtros.</p>' : table(columns, result, zone),
  ];
  return page(ctx, result.titulo, body.join('\n'));
}

/** The page for an invalid ticket: used, expired or someone else's. It does not say which. */
export const expiredPage = (ctx: Ctx): FileAnswer =>
  page(
    ctx,
    'Este endereço não vale mais',
    `<div class="alone"><h1>Este endereço não vale mais</h1>
<p>Ele abre o relatório uma única vez, logo depois de pedido. Volte ao console e gere o relatório de novo.</p></div>`,
  );

/** The page for a refusal by the report itself: a limit, a filter, a missing permission. */
export const refusedPage = (ctx: Ctx, text: string): FileAnswer =>
  page(
    ctx,
    'Relatório não gerado',
    `<div class="alone"><h1>Não foi possível gerar o relatório</h1><p>${textAsHtml(text)}</p></div>`,
  );

function page({ setHeader }: Ctx, title: string, body: string): FileAnswer {
  setHeader('Content-Security-Policy', VIEWER_POLICY);
  setHeader('X-Frame-Options', 'SAMEORIGIN');
  setHeader('Referrer-Policy', 'no-referrer');
  const html = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${textAsHtml(title)}</title><style>${VIEWER_STYLE}</style></head>
<body>${body}</body></html>`;
  return {
    content: Buffer.from(html),
    name: 'relatorio.html',
    mime: 'text/html; charset=utf-8',
    inline: true,
  };
}

const cutText = ({ limite }: ReportResult) =>
  `Resultado cortado: só as primeiras ${formatCount(limite, 'linha', 'linhas')} aparecem aqui. Restrinja os filtros ou exporte o relatório.`;

const factsOf = ({ linhas, gerado }: ReportResult, zone: TimeZone) =>
  `${formatCount(linhas.length, 'linha', 'linhas')} · gerado em ${formatDateTime(gerado, zone)}`;

function figures(columns: readonly ReportColumn[], { totais }: ReportResult, zone: TimeZone): string {
  const shown = columns.filter(({ campo, total }) => total && totais[campo] != null);
  if (shown.length === 0) return '';
  const items = shown.map(
    (column) =>
      `<div><dt>${textAsHtml(`${totalName(column)}: ${column.titulo}`)}</dt><dd>${textAsHtml(totalText(totais[column.campo] ?? null, column, zone))}</dd></div>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function table(columns: readonly ReportColumn[], { linhas, totais }: ReportResult, zone: TimeZone): string {
  const kind = (column: ReportColumn) => (isFigure(column) ? ' class="figure"' : '');
  const head = columns.map((column) => `<th scope="col"${kind(column)}>${textAsHtml(column.titulo)}</th>`);
  const rows = linhas.map(
    (row) =>
      `<tr>${columns.map((column, at) => `<td${kind(column)}>${textAsHtml(shownCell(row[at] ?? null, column, zone))}</td>`).join('')}</tr>`,
  );
  const hasTotals = columns.some(({ campo }) => totais[campo] != null);
  const foot = columns.map(
    (column) =>
      `<td${kind(column)}>${textAsHtml(totalText(totais[column.campo] ?? null, column, zone))}</td>`,
  );
  return `<div class="scroll"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody>${
    hasTotals ? `<tfoot><tr>${foot.join('')}</tr></tfoot>` : ''
  }</table></div>`;
}

/** The chart's first series as bars next to their values, readable by screen readers and drawn without scripts. */
function viewerChart(result: ReportResult, columns: readonly ReportColumn[], zone: TimeZone): string {
  const { rows, left } = chartOf(result);
  const series = columns.find(({ campo }) => campo === result.grafico?.series[0]);
  if (!series || rows.length < 2) return '';
  const most = Math.max(...rows.map(({ values }) => Math.abs(values[0] ?? 0)));
  if (most === 0) return '';
  const lines = rows.map(({ label, values, texts }) => {
    const width = Math.round((1000 * Math.abs(values[0] ?? 0)) / most) / 10;
    return `<tr><th scope="row">${textAsHtml(label)}</th><td class="figure">${textAsHtml(shownCell(texts[0] ?? null, series, zone))}</td>
<td class="bar"><svg aria-hidden="true"><rect width="${width}%" height="12" rx="3"></rect></svg></td></tr>`;
  });
  return `<div class="chart"><table><caption>${textAsHtml(left > 0 ? `${series.titulo} (sem ${formatCount(left, 'linha que não cabe', 'linhas que não cabem')})` : series.titulo)}</caption><tbody>${lines.join('')}</tbody></table></div>`;
}

/** The viewer's only stylesheet; the policy allows it by its hash. */
const VIEWER_STYLE = `
:root{color-scheme:light dark;--ink:#1d2125;--soft:#5b6470;--line:#dfe3e8;--ground:#fff;--head:#f5f7f9;--tone:#1f6feb;--warn:#7a4d00;--warnground:#fff4d6}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3adb8;--line:#343b44;--ground:#15181c;--head:#1c2026;--tone:#6ea8fe;--warn:#ffd58a;--warnground:#3a2d10}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--ground);color:var(--ink);font:14px/1.45 "Public Sans",system-ui,sans-serif}
h1{margin:0 0 4px;font-size:18px;font-weight:600}
p{margin:0 0 12px;color:var(--soft)}
.warn{padding:8px 12px;border-radius:8px;background:var(--warnground);color:var(--warn)}
dl{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 16px}
dl div{padding:8px 12px;border:1px solid var(--line);border-radius:8px;min-width:120px}
dt{font-size:12px;color:var(--soft)}
dd{margin:0;font-size:18px;font-weight:600;font-variant-numeric:tabular-nums}
.scroll{overflow:auto;border:1px solid var(--line);border-radius:8px}
table{width:100%;border-collapse:collapse;font-size:13px}
th,td{padding:6px 12px;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{position:sticky;top:0;border-top:0;background:var(--head);font-weight:500;color:var(--soft);white-space:nowrap}
.figure{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tfoot td{font-weight:600;background:var(--head);white-space:nowrap}
.chart{margin:0 0 16px;padding:12px;border:1px solid var(--line);border-radius:8px}
.chart caption{text-align:left;font-weight:600;padding-bottom:8px}
.chart th,.chart td{border:0;padding:3px 8px 3px 0;font-weight:400}
.chart .bar{width:60%}
.chart svg{display:block;width:100%;height:12px}
.chart rect{fill:var(--tone)}
.alone{display:grid;place-content:center;min-height:90vh;text-align:center}
`;

const styleHash = createHash('sha256').update(VIEWER_STYLE).digest('base64');

/** No scripts run and nothing is fetched; only our own pages may frame it, and it cannot navigate on its own. */
const VIEWER_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');
