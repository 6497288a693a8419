import type { CatalogRow } from '../../../../contract/catalogs/catalog.ts';
import { REPORT_FORMATS, RUN_STATES } from '../../../../contract/rules/reports/report.ts';
import { reportRoutes } from '../../../../contract/sac/reports.ts';
import type { Filter } from '../../../ui/components/FilterBar/filters.ts';
import { laterOptions } from '../../../ui/components/FilterBar/laterOptions.ts';

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

/** What the address says, as the server takes it; what nobody offers is left out. */
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

export const runStates: readonly CatalogRow[] = [
  { value: 'PRONTO', label: 'Pronto', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'RODANDO', label: 'Gerando', color: 'informacao', icon: 'HourglassEmpty' },
  { value: 'FALHOU', label: 'Falhou', color: 'perigo', icon: 'Warning' },
  { value: 'CANCELADO', label: 'Cancelado', color: 'secundaria', icon: 'Cancel' },
];
