import { blockFigure, figureNote } from '#contract/rules/dashboards/blockFigure.ts';
import { blockList } from '#contract/rules/dashboards/blockList.ts';
import type { BlockSource } from '#contract/rules/dashboards/blockSources.ts';
import {
  type BlockWidth,
  type DashboardBlock,
  type DashboardDefinition,
  reportOf,
} from '#contract/rules/dashboards/dashboard.ts';
import { DOCUMENT_DECIMALS, formatCount, formatMoney } from '#contract/rules/format.ts';
import { type Chart, chartOf } from '#contract/rules/reports/chart.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import { shownCell, totalText } from '#contract/rules/reports/results.ts';
import { listText } from '#contract/rules/text.ts';
import { formatCalendarDate, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { SourceItem, SourceResult } from '#contract/sac/reports/homePages.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import type { PdfColumn } from '../../adapters/spreadsheet/pdfTable.ts';
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { blockFor, blockResult } from '../dashboardPages/queries.ts';
import { sourceResults } from '../homePages/queries.ts';
import { mayExport, pdfColumn, totalRow, visibleReports } from '../reports/queries.ts';

/** A block as it stands on paper. */
export interface PaperBlock {
  title: string;
  width: BlockWidth;
  content: PaperContent;
  /** What has to be known with it. */
  notes: string[];
  /**
   * The rows and items that it tells of; a figure of nothing is none. What could not be read counts as one, for nobody knows
   * what it has.
   */
  rows: number;
  /** The report or the source that it shows something of. */
  report?: string;
  source?: BlockSource;
}

type Read = Omit<PaperBlock, 'title' | 'width'>;

export type PaperContent =
  | { kind: 'figure'; text: string; note: string }
  | { kind: 'words'; text: string }
  | { kind: 'table'; columns: PdfColumn[]; rows: string[][]; totals: string[] | null }
  | { kind: 'chart'; lines: boolean; rows: Chart['rows']; series: ReportColumn[] };

interface Asked {
  key: string;
  content: DashboardDefinition;
  /** The values of the common filters. */
  given: Readonly<Record<string, unknown>>;
  zone: TimeZone;
}

/** Blocks are read one after the other; those that are left after this time are named as unread. */
const READING_MS = 90_000;

/** Rows of a table on paper. */
const ROWS = 30;

/** What the person sees of each block, in reading order. Of what they may not see, nothing is told; what they may not export is named. */
export async function paperBlocks(ctx: Context, asked: Asked): Promise<PaperBlock[]> {
  const reports = new Map((await visibleReports(ctx)).map((report) => [report.key, report]));
  const until = performance.now() + READING_MS;
  const blocks: PaperBlock[] = [];
  for (const block of asked.content.blocos) {
    const shown = blockFor(block, reports, ctx.user);
    // Banners are to be looked at on a screen.
    if (!shown.acesso || shown.tipo === 'CONTEUDO') continue;
    const report = reports.get(reportOf(block) ?? '');
    const late = performance.now() > until;
    const read = async (): Promise<Read> => {
      if (!report && !shown.fonte) return { content: words(shown.texto), notes: [], rows: 0 };
      if (report && !mayExport(ctx, report))
        return { content: words('Você não pode exportar este relatório.'), notes: [], rows: 0 };
      if (late) return { content: words('Não houve tempo de ler este bloco.'), notes: [], rows: 1 };
      if (!report) return sourceContent(ctx, shown, asked.zone);
      const common = (asked.content.filtros ?? []).map(({ filtro }) => filtro);
      const { resultado, naoAplicados } = await blockResult(ctx, {
        ...{ dashboard: asked.key, report, block, common, given: asked.given },
      });
      const content = resultContent(block, shown, resultado, asked.zone);
      const isCut = content.kind === 'table' && resultado.cortado;
      return {
        content,
        rows:
          block.tipo === 'NUMERO'
            ? Number(content.kind === 'figure' && isSomething(content.text))
            : resultado.linhas.length,
        report: report.key,
        notes: [
          ...resultado.avisos,
          ...(isCut ? ['São as primeiras linhas; o relatório tem mais. Os totais contam todas.'] : []),
          ...(naoAplicados.length > 0 ? [`Este relatório não filtra por ${listText(naoAplicados)}.`] : []),
        ],
      };
    };
    blocks.push({ title: shown.titulo, width: shown.largura, ...(await read().catch(told)) });
  }
  return blocks;
}

const words = (text: string): PaperContent => ({ kind: 'words', text });

/** One block that cannot be read takes nothing from the others. */
function told(error: unknown): Read {
  if (!(error instanceof Refusal)) throw error;
  return { content: words(error.message), notes: [], rows: 1 };
}

/** Whether a figure is of anything: '0', 'R$ 0,00' and '–' are not. */
const isSomething = (figure: string) => /[1-9]/.test(figure);

function resultContent(
  block: DashboardBlock,
  { titulo, mostra }: ShownBlock,
  result: ReportResult,
  zone: TimeZone,
): PaperContent {
  if (block.tipo === 'NUMERO') {
    const figure = blockFigure(result, block);
    if (!figure) return words('Sem valor para estes filtros.');
    return { kind: 'figure', text: figure.text, note: figureNote(figure, titulo) };
  }
  if (result.linhas.length === 0) return words('Nenhuma linha para estes filtros.');
  if (block.tipo === 'LISTA') {
    const { label, figure, rows } = blockList(result);
    return pairs(
      rows.map((row) => [row.label, row.figure]),
      [label, figure],
    );
  }
  const columns = result.colunas as readonly ReportColumn[];
  const { rows } = mostra === 'GRAFICO' ? chartOf(result) : { rows: [] };
  const series = (result.grafico?.series ?? []).flatMap(
    (name) => columns.find(({ campo }) => campo === name) ?? [],
  );
  if (rows.length > 1) return { kind: 'chart', lines: result.grafico?.tipo === 'LINHAS', rows, series };
  return {
    kind: 'table',
    columns: columns.map((column) => pdfColumn(column, [])),
    rows: result.linhas
      .slice(0, ROWS)
      .map((row) => columns.map((column, at) => shownCell(row[at] ?? null, column, zone))),
    totals: totalRow(columns, result.totais, (value, column) => totalText(value, column, zone)),
  };
}

/** Names at the left, and at the right what belongs to them. */
const pairs = (rows: string[][], [label = '', figure = '']: string[] = []): PaperContent => ({
  kind: 'table',
  columns: [
    { title: label, width: 30, right: false },
    { title: figure, width: 18, right: true },
  ],
  rows,
  totals: null,
});

async function sourceContent(ctx: Context, { tipo, fonte }: ShownBlock, zone: TimeZone): Promise<Read> {
  const [result] = fonte ? await sourceResults(ctx, [fonte]) : [];
  if (!fonte || !result?.acesso) return { content: words('Você não vê este bloco.'), notes: [], rows: 0 };
  const content = sourceShown(tipo, result, zone);
  const counted = tipo === 'CONTADORES' || tipo === 'META';
  const items = counted ? result.itens.filter(({ valor }) => isSomething(valor)) : result.itens;
  const goal = tipo === 'META' && isSomething(result.meta?.vendido ?? '') ? 1 : 0;
  return { content, notes: [], rows: items.length + goal, source: fonte };
}

function sourceShown(tipo: ShownBlock['tipo'], { itens, meta }: SourceResult, zone: TimeZone): PaperContent {
  if (tipo === 'META') {
    const money = (value: string) => formatMoney(value, DOCUMENT_DECIMALS);
    if (!meta) return words('Nenhuma meta para este mês.');
    return { kind: 'figure', text: `${meta.parte}%`, note: `${money(meta.vendido)} de ${money(meta.alvo)}` };
  }
  if (itens.length === 0) return words('Nada por aqui agora.');
  return pairs(
    itens.map((item) => [
      [item.titulo, item.detalhe].filter(Boolean).join(' · '),
      [item.valor, whenOf(item, zone)].filter(Boolean).join(' · '),
    ]),
  );
}

const DUE = { ATRASADO: 'atrasado: ', VENCENDO: 'vencendo: ', VENCIDO: 'vencido: ' } as const;

function whenOf({ quando, dia, prazo }: SourceItem, zone: TimeZone): string {
  if (dia) return `vence ${formatCalendarDate(dia)}`;
  return quando ? `${prazo ? DUE[prazo] : ''}${formatDateTime(quando, zone)}` : '';
}

/** What is said where a table has more than there is room for. */
export const leftText = (rows: number, columns: number): string =>
  [rows > 0 && formatCount(rows, 'linha', 'linhas'), columns > 0 && formatCount(columns, 'coluna', 'colunas')]
    .filter(Boolean)
    .join(' e ');
