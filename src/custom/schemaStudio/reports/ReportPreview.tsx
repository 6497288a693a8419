import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { schemaWithoutDefaults } from '../../../../contract/rules/reports/parametersOf.ts';
import { initialValues } from '../../../../contract/rules/reports/parameterValues.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import { reportDeskRoutes } from '../../../../contract/sac/reportDesk.ts';
import type { ReportResult } from '../../../../contract/sac/reports.ts';
import { call } from '../../../dataProvider/call.ts';
import { errorText } from '../../layout/errorText.ts';
import { FormSkeleton } from '../../layout/states/skeletons.tsx';
import type { SchemaFormHandle, SchemaFormProps } from '../../schemaForm/index.ts';
import type { PreviewProps } from '../editorProps.ts';
import { usePreviewForm } from '../preview/usePreviewForm.ts';
import { parametersIn, reportOf } from './reportPlaces.ts';

type Data = Record<string, unknown>;

/** The draft with real data, in the scope of whoever writes it; at most fifty rows. */
export function ReportPreview({ value }: PreviewProps) {
  const { parametros } = reportOf(value);
  const { form, failure } = usePreviewForm({
    schema: schemaWithoutDefaults(parametros.schema),
    ui: parametros.ui,
  });
  const [typed, setTyped] = useState<Data | null>(null);
  const [result, setResult] = useState<ReportResult | null>(null);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const handle = useRef<SchemaFormHandle<Data>>(null);
  const parameters = parametersIn(value);
  const values = typed ?? initialValues(parameters, localDate(new Date(), DEFAULT_TIME_ZONE));
  const run = async () => {
    if (parameters.length > 0 && !handle.current?.validate()) return;
    const filtros = parameters.length > 0 ? (handle.current?.flush() ?? values) : {};
    setBusy(true);
    setError('');
    try {
      setResult((await call(reportDeskRoutes.preview, { body: { conteudo: value, filtros } })).data);
    } catch (failed) {
      setResult(null);
      setError(errorText(failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div style={{ display: 'grid', gap: 16, minWidth: 0 }}>
      {failure && <Alert severity="warning">{failure}</Alert>}
      {parameters.length > 0 && (
        <Suspense fallback={<FormSkeleton />}>
          {form ? (
            <SchemaForm ref={handle} form={form} value={values} onChange={setTyped} idPrefix="previa" />
          ) : (
            !failure && <FormSkeleton />
          )}
        </Suspense>
      )}
      <Button variant="outlined" loading={busy} onClick={() => void run()} sx={{ justifySelf: 'start' }}>
        Gerar prévia
      </Button>
      {error && (
        <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
          {error}
        </Alert>
      )}
      {result && (
        <Suspense fallback={<FormSkeleton />}>
          <ReportResultView result={result} />
        </Suspense>
      )}
    </div>
  );
}

const SchemaForm = lazy(async () => ({
  default: (await import('../../schemaForm/index.ts')).SchemaForm as (
    props: SchemaFormProps<Data>,
  ) => ReactNode,
}));
const ReportResultView = lazy(async () => ({
  default: (await import('../../reportViewer/ReportResultView.tsx')).ReportResultView,
}));
