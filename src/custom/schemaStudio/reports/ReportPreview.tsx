import RefreshOutlined from '@mui/icons-material/RefreshOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { schemaWithoutDefaults } from '#contract/rules/reports/parameterSchema.ts';
import { initialValues, isEmptyValue } from '#contract/rules/reports/parameterValues.ts';
import { chartTypes, shownColumns } from '#contract/rules/reports/report.ts';
import { listText } from '#contract/rules/text.ts';
import { ownToday } from '#data/session.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import type { PreviewProps } from '../editorProps.ts';
import { FieldPicker, PictureTools } from '../preview/FieldPicker.tsx';
import { SchemaForm, usePreviewForm } from '../preview/FormPreview.tsx';
import { CrossedPreview } from './CrossedPreview.tsx';
import { PictureTable } from './PictureTable.tsx';
import { chosenPart, countErrorsIn, parameterPlaces, parametersIn, reportOf } from './reportEdits.ts';
import { type ReportActions, usePreviewRun, useReportActions } from './useReportActions.ts';

type Data = Record<string, unknown>;

/** The draft as its users will see it, with real data in the author's own scope; each part can be selected. */
export function ReportPreview(props: PreviewProps) {
  const { value, problems, place, onPlace } = props;
  const report = reportOf(value);
  const parameters = parametersIn(value);
  const chosen = chosenPart(props);
  const actions = useReportActions(props, chosen);
  const { form, failure } = usePreviewForm({
    schema: schemaWithoutDefaults(report.parametros.schema),
    ui: report.parametros.ui,
  });
  const [typed, setTyped] = useState<Data>({});
  const values = useMemo(() => {
    const parameters = parametersIn(value);
    const own = Object.entries(typed).filter(([name]) =>
      parameters.some(({ parametro }) => parametro === name),
    );
    return { ...initialValues(parameters, ownToday()), ...Object.fromEntries(own) };
  }, [value, typed]);
  const missing = parameters.filter(
    ({ parametro, obrigatorio }) => obrigatorio && isEmptyValue(values[parametro]),
  );
  const unsound = countErrorsIn(problems, ['/consulta', '/colunas', '/parametros', '/limites']);
  const waits =
    unsound > 0
      ? 'Os dados vêm quando os problemas da consulta, dos filtros e das colunas estiverem corrigidos.'
      : missing.length > 0
        ? `Preencha ${listText(missing.map(({ label }) => label))} para ver os dados.`
        : '';
  const { result, error, busy, run } = usePreviewRun(value, values, waits);
  const crosses = report.consulta.tipo === 'DECLARATIVA' && report.consulta.cruza !== undefined;
  const crossed = crosses && result?.colunas.some(({ de }) => de !== undefined) ? result : null;
  const choose = (pointer: string) => onPlace?.(pointer, pointer === place?.pointer);
  const fieldsCount = report.consulta.tipo === 'SQL' ? 'escrita em SQL' : 'montada aqui';
  return (
    <div data-in-order style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <ReportTools actions={actions} onRun={waits ? undefined : run} busy={busy} />
      <PicturePart
        label="Cartão"
        title={report.titulo || 'Sem título'}
        second={report.descricao}
        isChosen={chosen.part === 'card'}
        onChoose={() => choose('/titulo')}
      />
      {failure && <Alert severity="warning">{failure}</Alert>}
      {parameters.length > 0 && (
        <FieldPicker
          chosen={chosen.part === 'parameter' ? `/${chosen.name}` : null}
          onPick={(pointer) => onPlace?.(parameterPlaces(pointer.split('/')[1] ?? '')[0] ?? '')}
          onMove={props.readOnly ? undefined : actions.move}
        >
          <Suspense fallback={<FormSkeleton />}>
            {form ? (
              <SchemaForm form={form} value={values} onChange={setTyped} idPrefix="previa" />
            ) : (
              !failure && <FormSkeleton />
            )}
          </Suspense>
        </FieldPicker>
      )}
      <PicturePart
        label="Consulta"
        title={`De onde vêm as linhas: ${fieldsCount}`}
        isChosen={chosen.part === 'query'}
        onChoose={() => choose('/consulta')}
      />
      {waits && <Alert severity="info">{waits}</Alert>}
      {error && (
        <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
          {error}
        </Alert>
      )}
      <PicturePart
        label="Gráfico"
        title={report.grafico ? `Gráfico: ${chartTypes[report.grafico.tipo]}` : 'Sem gráfico'}
        second={report.grafico ? undefined : 'Toque para incluir um acima da tabela.'}
        isChosen={chosen.part === 'chart'}
        onChoose={() => choose('/grafico')}
      >
        {result && report.grafico && (
          <Suspense fallback={null}>
            <ResultChart
              result={{
                ...result,
                colunas: crossed ? result.colunas : drawnColumns(report, result),
                grafico: crossed ? result.grafico : report.grafico,
              }}
              onSeries={(campo) => {
                const index = report.colunas.findIndex((column) => column.campo === campo);
                if (index >= 0) onPlace?.(`/colunas/${index}`);
              }}
            />
          </Suspense>
        )}
      </PicturePart>
      {result?.avisos.map((note) => (
        <p key={note} role="status" style={{ margin: 0, fontSize: 13 }}>
          {note}
        </p>
      ))}
      {crossed ? (
        <CrossedPreview
          result={crossed}
          columns={report.colunas}
          chosen={chosen.part === 'column' ? (report.colunas[chosen.index]?.campo ?? null) : null}
          onChoose={(index, lead) => onPlace?.(`/colunas/${index}`, lead)}
        />
      ) : (
        <PictureTable
          columns={shownColumns(report)}
          result={result}
          chosen={chosen.part === 'column' ? chosen.index : null}
          onChoose={(index, lead) => onPlace?.(`/colunas/${index}`, lead)}
          onMove={props.readOnly ? undefined : actions.moveColumn}
          onRemove={props.readOnly ? undefined : actions.removeColumn}
        />
      )}
      {report.colunas.length === 0 && !props.readOnly && (
        <Button
          variant="outlined"
          disabled={!actions.addColumn}
          onClick={actions.addColumn}
          sx={{ justifySelf: 'start' }}
        >
          Incluir a primeira coluna
        </Button>
      )}
      <PicturePart
        label="Acesso e limites"
        title="Quem vê, e quanto"
        second={report.saidas.join(', ') || 'Só na tela'}
        isChosen={chosen.part === 'limits'}
        onChoose={() => choose('/limites')}
      />
    </div>
  );
}

/** The run's columns, with the draft's current titles. */
const drawnColumns = (
  { colunas }: ReturnType<typeof reportOf>,
  result: NonNullable<ReturnType<typeof usePreviewRun>['result']>,
) =>
  result.colunas.map((column) => ({
    ...column,
    titulo: colunas.find(({ campo }) => campo === column.campo)?.titulo ?? column.titulo,
  }));

const ResultChart = lazyScreen(() => import('../../reportViewer/ResultChart.tsx'), 'ResultChart');

interface ReportToolsProps {
  actions: ReportActions;
  /** Absent while there is nothing to run. */
  onRun: (() => void) | undefined;
  busy: boolean;
}

/** Adds, moves and removes columns and filters, and refreshes the data. */
function ReportTools({ actions, onRun, busy }: ReportToolsProps) {
  const refresh = (
    <Button size="small" startIcon={<RefreshOutlined />} disabled={!onRun} loading={busy} onClick={onRun}>
      Atualizar dados
    </Button>
  );
  if (actions.readOnly) return <div>{refresh}</div>;
  return (
    <PictureTools
      adds={[
        { label: 'Coluna', onAdd: actions.addColumn },
        { label: 'Filtro', onAdd: actions.addParameter },
      ]}
      onMove={actions.move}
      mayMove={actions.mayMove}
      remove={actions.remove && { label: 'Retirar', onRemove: actions.remove }}
    >
      {refresh}
    </PictureTools>
  );
}

interface PicturePartProps {
  label: string;
  title: string;
  second?: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
  children?: ReactNode;
}

/** A part of the report that is neither a field nor a column: both its name and the content below it select it. */
const PicturePart = ({ label, title, second, isChosen, onChoose, children }: PicturePartProps) => (
  <Part data-chosen={isChosen || undefined}>
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      <small>{label}</small>
      <span>{title}</span>
      {second && <small>{second}</small>}
    </button>
    {/* A press inside the chart that does not hit a bar selects the chart; keyboard users use the button with its name. */}
    {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same */}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same */}
    {children && <div onClick={onChoose}>{children}</div>}
  </Part>
);

const Part = styled('section')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    minWidth: 0,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    '&[data-chosen]': { borderColor: components.foco, boxShadow: `inset 0 0 0 1px ${components.foco}` },
    '& > button': {
      display: 'grid',
      gap: 2,
      width: '100%',
      padding: '8px 12px',
      border: 0,
      borderRadius: 8,
      background: 'none',
      font: 'inherit',
      textAlign: 'left',
      color: components.texto,
      cursor: 'pointer',
      overflowWrap: 'anywhere',
      '&:hover': { backgroundColor: components.realce },
      '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    },
    '& > button span': { fontWeight: 600 },
    '& small': { fontSize: 12, color: components.textoSecundario },
    '& > div': { padding: '0 8px 8px', cursor: 'pointer' },
  };
});
