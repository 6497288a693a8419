import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import type { RegistrationStep } from '../../../../contract/rules/registration/registrationStep.ts';
import type { SchemaFormProps } from '../../../ui/schemaForm/index.ts';
import { FormSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import type { Content } from '../editorProps.ts';
import { usePreviewForm } from '../preview/usePreviewForm.ts';
import { WhoFills } from './WhoFills.tsx';

type Data = Record<string, unknown>;

const SchemaForm = lazy(async () => ({
  default: (await import('../../../ui/schemaForm/index.ts')).SchemaForm as (
    props: SchemaFormProps<Data>,
  ) => ReactNode,
}));

interface ExampleFormProps {
  content: Content;
  /** What the example holds, with what the server knows of whoever fills it. */
  data: Data;
  readOnly: boolean;
  onChange: (data: Data) => void;
  idPrefix: string;
}

/** An example is filled in as the step itself is. */
export function ExampleForm({ content, data, readOnly, onChange, idPrefix }: ExampleFormProps) {
  const { schema, ui } = content as unknown as RegistrationStep;
  const { form, failure } = usePreviewForm({ schema, ui });
  const contexto = (data.contexto ?? {}) as { tipo?: 'PF' | 'PJ'; simulacao?: boolean };
  const touched = useRef(false);
  // An example may hold on purpose what no field asks for: it stays, until a field asks for it.
  const beside = useRef<Data>({});
  const take = (next: Data) => {
    if (touched.current) return onChange({ ...beside.current, ...next });
    // To be drawn changes nothing.
    beside.current = Object.fromEntries(Object.entries(data).filter(([key]) => !(key in next)));
  };
  const touch = () => {
    touched.current = true;
  };
  return (
    <Box
      component="section"
      aria-label="O que o exemplo preenche"
      onClickCapture={touch}
      onInputCapture={touch}
      onKeyDownCapture={touch}
      sx={{ display: 'grid', gap: 3 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <WhoFills
          tipo={contexto.tipo ?? 'PJ'}
          simulacao={contexto.simulacao === true}
          disabled={readOnly}
          onChange={(who) => onChange({ ...data, contexto: { ...contexto, ...who } })}
        />
      </Box>
      {failure && <Alert severity="warning">{failure}</Alert>}
      <Suspense fallback={<FormSkeleton />}>
        {form ? (
          <SchemaForm
            key={form.validador}
            form={form}
            value={data}
            onChange={take}
            idPrefix={idPrefix}
            columns={1}
            disabled={readOnly}
          />
        ) : (
          !failure && <FormSkeleton />
        )}
      </Suspense>
      {!readOnly && (
        <Typography variant="caption" color="text.secondary">
          O que um campo não deixa digitar, como um telefone pela metade, é escrito no modo JSON.
        </Typography>
      )}
    </Box>
  );
}
