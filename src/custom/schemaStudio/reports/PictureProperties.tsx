import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { permissionNames } from '#contract/catalogs/permissionNames.ts';
import { MODULES } from '#contract/permissions.ts';
import { proposedChart } from '#contract/rules/reports/proposedChart.ts';
import { chartTypes, modes } from '#contract/rules/reports/report.ts';
import { isFigure } from '#contract/rules/reports/results.ts';
import {
  ChoiceProperty,
  choicesOf,
  NumberProperty,
  problemAt,
  TextProperty,
  withNone,
} from '#ui/components/inputs/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { colors, icons } from './cardNames.ts';
import type { PieceProps } from './pieceProps.ts';

/** The contents of a report's card, and where its result is shown. */
export function CardProperties({ report, set, problems, readOnly }: PieceProps) {
  const shared = { problems, readOnly };
  const text = (
    key: 'titulo' | 'descricao' | 'grupo',
    label: string,
    maxLength: number,
    multiline = false,
  ) => (
    <TextProperty
      {...shared}
      label={label}
      pointer={`/${key}`}
      value={report[key] ?? ''}
      onChange={(next) => set([key], next)}
      maxLength={maxLength}
      multiline={multiline}
    />
  );
  const choice = (
    key: 'thumb' | 'cor' | 'modo_exibicao',
    label: string,
    choices: { value: string; label: string }[],
  ) => (
    <ChoiceProperty
      {...shared}
      label={label}
      pointer={`/${key}`}
      value={report[key] ?? ''}
      choices={choices}
      onChange={(next) => set([key], next)}
    />
  );
  return (
    <PropertyGroup kind="Cartão" title={report.titulo ?? ''} pointer="">
      {text('titulo', 'Título', 80)}
      {text('descricao', 'Descrição', 300, true)}
      {text('grupo', 'Grupo', 60)}
      {choice('thumb', 'Ícone', choicesOf(icons))}
      {choice('cor', 'Cor', choicesOf(colors))}
      {choice('modo_exibicao', 'Onde é mostrado', choicesOf(modes))}
    </PropertyGroup>
  );
}

const PERMISSIONS = [...Object.keys(MODULES), ...Object.values(MODULES).flat()]
  .map((value) => ({ value, label: permissionNames[value as keyof typeof permissionNames] ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'));

const OUTPUTS = ['CSV', 'XLSX', 'PDF'] as const;

/** A report's row limits, its permissions and its export formats. */
export function LimitProperties({ report, set, problems, readOnly }: PieceProps) {
  const shared = { problems, readOnly };
  const limit = (key: keyof typeof report.limites, label: string, unit: string) => (
    <NumberProperty
      {...shared}
      label={label}
      unit={unit}
      pointer={`/limites/${key}`}
      value={report.limites[key] ?? null}
      onChange={(next) => set(['limites', key], next ?? undefined)}
    />
  );
  const permission = (key: 'ver' | 'exportar', label: string) => (
    <ChoiceProperty
      {...shared}
      label={label}
      pointer={`/permissoes/${key}`}
      value={report.permissoes[key] ?? ''}
      choices={PERMISSIONS}
      onChange={(next) => set(['permissoes', key], next)}
    />
  );
  return (
    <PropertyGroup kind="Acesso e limites" title="Quem vê, e quanto" pointer="/limites">
      {permission('ver', 'Quem pode ver')}
      {permission('exportar', 'Quem pode exportar')}
      {limit('linhasTela', 'Na tela, no máximo', 'linhas')}
      {limit('linhasArquivo', 'Em arquivo, no máximo', 'linhas')}
      {limit('segundos', 'Tempo, no máximo', 'segundos')}
      <fieldset data-pointer="/saidas" style={{ border: 0, margin: 0, padding: 0 }}>
        <legend style={{ padding: 0, fontSize: 13, fontWeight: 500 }}>Arquivos oferecidos</legend>
        {OUTPUTS.map((output) => (
          <FormControlLabel
            key={output}
            label={output}
            disabled={readOnly}
            control={
              <Checkbox
                size="small"
                checked={report.saidas.includes(output)}
                onChange={(_event, on) =>
                  set(
                    ['saidas'],
                    OUTPUTS.filter((each) => (each === output ? on : report.saidas.includes(each))),
                  )
                }
              />
            }
          />
        ))}
      </fieldset>
    </PropertyGroup>
  );
}

/** The chart above the table; without one, only the table is shown. */
export function ChartProperties({ report, set, problems, readOnly }: PieceProps) {
  const chart = report.grafico;
  const shared = { problems, readOnly };
  const figures = report.colunas.filter(isFigure);
  const fitting = proposedChart(report.colunas);
  const start = (tipo: string) => ({
    tipo,
    eixo: fitting?.eixo ?? '',
    series: tipo === 'PIZZA' ? fitting?.series.slice(0, 1) : fitting?.series,
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
      {!chart && fitting && !readOnly && (
        <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => set(['grafico'], fitting)}>
          {`Incluir o que cabe nestes dados: ${chartTypes[fitting.tipo].toLowerCase()}`}
        </Button>
      )}
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
