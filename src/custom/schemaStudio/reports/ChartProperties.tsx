import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { chartTypes } from '../../../../contract/rules/reports/report.ts';
import { isFigure } from '../../../../contract/rules/reports/results.ts';
import { ChoiceProperty, NumberProperty, problemAt, withNone } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import type { PieceProps } from './ReportEditor.tsx';

/** The chart above the table; without one the table stands alone. */
export function ChartProperties({ report, set, problems, readOnly }: PieceProps) {
  const chart = report.grafico;
  const shared = { problems, readOnly };
  const figures = report.colunas.filter(isFigure);
  const start = (tipo: string) => ({
    tipo,
    eixo: report.colunas.find((column) => !isFigure(column))?.campo ?? '',
    series: figures.slice(0, 1).map(({ campo }) => campo),
  });
  const wrong = problemAt(problems, '/grafico/series', true);
  return (
    <PropertyGroup kind="Gráfico" title={chart ? chartTypes[chart.tipo] : 'Sem gráfico'} pointer="/grafico">
      <ChoiceProperty
        {...shared}
        label="Forma"
        pointer="/grafico/tipo"
        value={chart?.tipo ?? ''}
        choices={withNone('Sem gráfico', chartTypes)}
        onChange={(tipo) => set(['grafico'], tipo ? { ...start(tipo), ...chart, tipo } : undefined)}
      />
      {chart && (
        <>
          <ChoiceProperty
            {...shared}
            label="Categorias"
            pointer="/grafico/eixo"
            value={chart.eixo}
            choices={report.colunas.map(({ campo, titulo }) => ({ value: campo, label: titulo }))}
            onChange={(eixo) => set(['grafico', 'eixo'], eixo)}
          />
          <fieldset data-pointer="/grafico/series" style={{ border: 0, margin: 0, padding: 0 }}>
            <legend style={{ padding: 0, fontSize: 13, fontWeight: 500 }}>Valores</legend>
            {figures.map(({ campo, titulo }) => (
              <FormControlLabel
                key={campo}
                label={titulo}
                disabled={readOnly}
                control={
                  <Checkbox
                    size="small"
                    checked={chart.series.includes(campo)}
                    onChange={(_event, on) =>
                      set(
                        ['grafico', 'series'],
                        figures
                          .map((each) => each.campo)
                          .filter((each) => (each === campo ? on : chart.series.includes(each))),
                      )
                    }
                  />
                }
              />
            ))}
            {wrong && <p role="alert">{wrong}</p>}
          </fieldset>
          <NumberProperty
            {...shared}
            label="Categorias, no máximo"
            pointer="/grafico/maximo"
            value={chart.maximo ?? null}
            help='As que passam disso são somadas em "Outros".'
            onChange={(maximo) => set(['grafico', 'maximo'], maximo || undefined)}
          />
        </>
      )}
    </PropertyGroup>
  );
}
