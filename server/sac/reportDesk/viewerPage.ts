import { formatDateTime } from '../../../contract/rules/dateText.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { cellText, isFigure, totalName, totalText } from '../../../contract/rules/reports/cellText.ts';
import type { ReportColumn } from '../../../contract/rules/reports/report.ts';
import type { TimeZone } from '../../../contract/rules/zonedTime.ts';
import type { ReportResult } from '../../../contract/sac/reports.ts';
import type { PublicContext } from '../../context.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { textAsHtml } from '../../plainText.ts';
import { viewerChart } from './viewerChart.ts';
import { VIEWER_POLICY, VIEWER_STYLE } from './viewerStyle.ts';

type Ctx = Pick<PublicContext, 'setHeader'>;

/** A result as a page of its own: no script, nothing fetched, framed by our own pages only. */
export function viewerPage(ctx: Ctx, result: ReportResult, zone: TimeZone): FileAnswer {
  const columns = result.colunas as ReportColumn[];
  const body = [
    `<h1>${textAsHtml(result.titulo)}</h1>`,
    `<p>${textAsHtml(result.filtros || 'Sem filtros')}<br>${factsOf(result, zone)}</p>`,
    result.cortado ? `<p class="warn">${textAsHtml(cutText(result))}</p>` : '',
    figures(columns, result, zone),
    viewerChart(result, columns, zone),
    result.linhas.length === 0 ? '<p>Nenhuma linha para estes filtros.</p>' : table(columns, result, zone),
  ];
  return page(ctx, result.titulo, body.join('\n'));
}

/** A ticket that opens nothing: used, too old, or somebody else's. It is not said which. */
export const expiredPage = (ctx: Ctx): FileAnswer =>
  page(
    ctx,
    'Este endereço não vale mais',
    `<div class="alone"><h1>Este endereço não vale mais</h1>
<p>Ele abre o relatório uma única vez, logo depois de pedido. Volte ao console e gere o relatório de novo.</p></div>`,
  );

/** The report itself refused: a limit, a filter, a right that is gone. */
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
      `<tr>${columns.map((column, at) => `<td${kind(column)}>${textAsHtml(cellText(row[at] ?? null, column, zone))}</td>`).join('')}</tr>`,
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
