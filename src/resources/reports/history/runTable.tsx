import type { CatalogRow } from '#contract/catalogs/catalog.ts';
import { formatCount } from '#contract/rules/format.ts';
import { REPORT_FORMATS, RUN_STATES } from '#contract/rules/reports/report.ts';
import { ReportRun } from '#contract/sac/reports/reportDesk.ts';
import { reportRoutes } from '#contract/sac/reports/reports.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { type Filter, laterOptions } from '#ui/components/FilterBar/filters.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf, period } from '#ui/lists/filterKinds.ts';
import { chip } from '#ui/lists/shown.tsx';
import { secondsText } from '../shared/useReportRun.ts';

const FORMATS: Record<string, string> = { TELA: 'Tela' };

const person: Column<ReportRun> = fieldColumn(ReportRun, 'pessoa', { label: 'Pessoa', minWidth: 150 });

const runStates: readonly CatalogRow[] = [
  { value: 'PRONTO', label: 'Pronto', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'RODANDO', label: 'Gerando', color: 'informacao', icon: 'HourglassEmpty' },
  { value: 'FALHOU', label: 'Falhou', color: 'perigo', icon: 'Warning' },
  { value: 'CANCELADO', label: 'Cancelado', color: 'secundaria', icon: 'Cancel' },
];

/** The person is shown only to those who see everyone's runs. */
export const runColumns = (everybody: boolean): readonly Column<ReportRun>[] => [
  fieldColumn(ReportRun, 'titulo', {
    label: 'Relatório',
    card: 'title',
    minWidth: 220,
    second: ({ agendado, painel }) =>
      [painel !== null && 'painel', agendado && 'envio agendado'].filter(Boolean).join(', '),
  }),
  ...(everybody ? [person] : []),
  fieldColumn(ReportRun, 'inicio', { label: 'Quando', kind: 'text', width: 160 }),
  { id: 'formato', label: 'Formato', width: 90, render: ({ formato }) => FORMATS[formato] ?? formato },
  {
    id: 'linhas',
    label: 'Linhas',
    kind: 'number',
    width: 130,
    render: ({ linhas, cortado }) =>
      linhas === null ? '—' : `${formatCount(linhas, '', '').trim()}${cortado ? ' (cortado)' : ''}`,
  },
  {
    id: 'duracao',
    label: 'Duração',
    kind: 'number',
    width: 100,
    render: ({ inicio, fim }) => (fim ? secondsText(Date.parse(fim) - Date.parse(inicio)) : '—'),
  },
  fieldColumn(ReportRun, 'situacao', { card: 'corner', width: 130, shown: chip(runStates) }),
  {
    id: 'erro',
    label: 'O que houve',
    minWidth: 180,
    render: ({ erro }) => erro && <span title={erro}>{erro}</span>,
  },
];

export function runFilters(everybody: boolean): Filter[] {
  return [
    oneOf(
      'relatorio',
      'Relatório',
      laterOptions('relatorio', reportRoutes.list, { query: {} }, (reports) =>
        reports.map(({ id, titulo }) => ({ value: id, label: titulo })),
      ),
      { pinned: true },
    ),
    oneOf('situacao', 'Situação', runStates, { pinned: true }),
    oneOf(
      'formato',
      'Formato',
      REPORT_FORMATS.map((value) => ({ value, label: value === 'TELA' ? 'Tela' : value })),
    ),
    period('Quando'),
    ...(everybody ? [oneOf('minhas', 'De quem', [{ value: 'true', label: 'Só as minhas' }])] : []),
  ];
}

/** Converts the address's filters for the server; values that are not offered are left out. */
export function runQuery(values: Readonly<Record<string, string>>) {
  const { relatorio, dtIni, dtFim } = values;
  const situacao = RUN_STATES.find((each) => each === values.situacao);
  const formato = REPORT_FORMATS.find((each) => each === values.formato);
  return {
    ...(relatorio && { relatorio }),
    ...(dtIni && { dtIni }),
    ...(dtFim && { dtFim }),
    ...(situacao && { situacao }),
    ...(formato && { formato }),
    ...(values.minhas === 'true' && { minhas: true }),
  };
}
