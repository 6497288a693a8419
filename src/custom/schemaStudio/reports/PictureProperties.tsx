import Button from '@mui/material/Button';
import { permissionNames } from '#contract/catalogs/permissionNames.ts';
import { MODULES } from '#contract/permissions.ts';
import { proposedChart } from '#contract/rules/reports/proposedChart.ts';
import { chartTypes } from '#contract/rules/reports/report.ts';
import { isFigure } from '#contract/rules/reports/results.ts';
import { choicesOf } from '#ui/components/inputs/PropertyFields.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { colors, icons } from './cardNames.ts';
import type { PieceProps } from './pieceProps.ts';

/** The contents of a report's card, and where its result is shown. */
export const CardProperties = ({ report }: Pick<PieceProps, 'report'>) => (
  <PropertyGroup kind="Cartão" title={report.titulo ?? ''} pointer="">
    <PanelField at="/titulo" />
    <PanelField at="/descricao" multiline />
    <PanelField at="/grupo" />
    <PanelField at="/thumb" choices={choicesOf(icons)} />
    <PanelField at="/cor" choices={choicesOf(colors)} />
    <PanelField at="/modo_exibicao" />
  </PropertyGroup>
);

const PERMISSIONS = [...Object.keys(MODULES), ...Object.values(MODULES).flat()]
  .map((value) => ({ value, label: permissionNames[value as keyof typeof permissionNames] ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'));

/** A report's row limits, its permissions and its export formats. */
export const LimitProperties = ({ set }: Pick<PieceProps, 'set'>) => (
  <PropertyGroup kind="Acesso e limites" title="Quem vê, e quanto" pointer="/limites">
    <PanelField at="/permissoes/ver" choices={PERMISSIONS} />
    <PanelField at="/permissoes/exportar" choices={PERMISSIONS} />
    <PanelField at="/limites/linhasTela" />
    <PanelField at="/limites/linhasArquivo" />
    <PanelField at="/limites/segundos" />
    <PanelField at="/saidas" set={(outputs: readonly string[]) => set(['saidas'], outputs)} />
  </PropertyGroup>
);

/** The chart above the table; without one, only the table is shown. */
export function ChartProperties({ report, set, readOnly }: PieceProps) {
  const chart = report.grafico;
  const figures = report.colunas.filter(isFigure);
  const fitting = proposedChart(report.colunas);
  const start = (tipo: string) => ({
    tipo,
    eixo: fitting?.eixo ?? '',
    series: tipo === 'PIZZA' ? fitting?.series.slice(0, 1) : fitting?.series,
  });
  return (
    <PropertyGroup kind="Gráfico" title={chart ? chartTypes[chart.tipo] : 'Sem gráfico'} pointer="/grafico">
      <PanelField
        at="/grafico/tipo"
        none="Sem gráfico"
        set={(tipo: string) => set(['grafico'], tipo ? { ...start(tipo), ...chart, tipo } : undefined)}
      />
      {!chart && fitting && !readOnly && (
        <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => set(['grafico'], fitting)}>
          {`Incluir o que cabe nestes dados: ${chartTypes[fitting.tipo].toLowerCase()}`}
        </Button>
      )}
      {chart && (
        <>
          <PanelField at="/grafico/eixo" choices={named(report.colunas)} />
          <PanelField
            at="/grafico/series"
            choices={named(figures)}
            set={(series: readonly string[]) => set(['grafico', 'series'], series)}
          />
          <PanelField at="/grafico/maximo" />
        </>
      )}
    </PropertyGroup>
  );
}

const named = (columns: PieceProps['report']['colunas']) =>
  columns.map(({ campo, titulo }) => ({ value: campo, label: titulo }));
