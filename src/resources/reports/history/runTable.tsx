import type { CatalogRow } from '#contract/catalogs/catalog.ts';
import { formatCount } from '#contract/rules/format.ts';
import { REPORT_FORMATS, RUN_STATES } from '#contract/rules/reports/report.ts';
import type { ReportRun } from '#contract/sac/reports/reportDesk.ts';
import { reportRoutes } from '#contract/sac/reports/reports.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { type Filter, laterOptions } from '#ui/components/FilterBar/filters.ts';
import { secondsText } from '../shared/useReportRun.ts';

const FORMATS: Record<string, string> = { TELA: 'Tela' };

const person: Column<ReportRun> = {
  id: 'pessoa',
  label: 'Pessoa',
  minWidth: 150,
  render: ({ pessoa }) => pessoa.nome,
};

const runStates: readonly CatalogRow[] = [
  { value: 'PRONTO', label: 'Pronto', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'RODANDO', label: 'Gerando', color: 'informacao', icon: 'HourglassEmpty' },
  { value: 'FALHOU', label: 'Falhou', color: 'perigo', icon: 'Warning' },
  { value: 'CANCELADO', label: 'Cancelado', color: 'secundaria', icon: 'Cancel' },
];

/** The person is shown only to those who see everyone's runs. */
export const runColumns = (everybody: boolean): readonly Column<ReportRun>[] => [
  {
    id: 'titulo',
    label: 'Relatório',
    card: 'title',
    minWidth: 220,
    render: ({ titulo }) => titulo,
    second: ({ agendado }) => (agendado ? 'envio agendado' : ''),
  },
  ...(everybody ? [person] : []),
  {
    id: 'inicio',
    label: 'Quando',
    width: 160,
    render: ({ inicio }) => <RelativeDate value={inicio} />,
  },
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
  {
    id: 'situacao',
    label: 'Situação',
    card: 'corner',
    width: 130,
    render: ({ situacao }) => <StatusChip value={situacao} catalog={runStates} />,
  },
  {
    id: 'erro',
    label: 'O que houve',
    minWidth: 180,
    render: ({ erro }) => erro && <span title={erro}>{erro}</span>,
  },
];

export function runFilters(everybody: boolean): Filter[] {
  return [
    {
      key: 'relatorio',
      label: 'Relatório',
      kind: 'select',
      pinned: true,
      options: laterOptions('relatorio', reportRoutes.list, { query: {} }, (reports) =>
        reports.map(({ id, titulo }) => ({ value: id, label: titulo })),
      ),
    },
    {
      key: 'situacao',
      label: 'Situação',
      kind: 'select',
      pinned: true,
      options: runStates.map(({ value, label }) => ({ value, label })),
    },
    {
      key: 'formato',
      label: 'Formato',
      kind: 'select',
      options: REPORT_FORMATS.map((value) => ({ value, label: value === 'TELA' ? 'Tela' : value })),
    },
    { key: 'periodo', label: 'Quando', kind: 'dateRange', fromKey: 'dtIni', toKey: 'dtFim' },
    ...(everybody
      ? [
          {
            key: 'minhas',
            label: 'De quem',
            kind: 'select' as const,
            options: [{ value: 'true', label: 'Só as minhas' }],
          },
        ]
      : []),
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
