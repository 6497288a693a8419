import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { FormDefinition } from '../../../../contract/rules/forms/formDefinition.ts';
import { FormSkeleton } from '../../layout/states/skeletons.tsx';
import type { SchemaFormHandle, SchemaFormProps } from '../../schemaForm/index.ts';
import { SCHEME_ATTRIBUTE } from '../../theme/theme.ts';
import { PreviewGround } from './PreviewGround.ts';
import { usePreviewForm } from './usePreviewForm.ts';

type Data = Record<string, unknown>;

interface FormPreviewProps {
  form: Pick<FormDefinition, 'schema' | 'ui'>;
  /** Put into the data: what the server knows of whoever fills it. */
  fixed?: Data;
  /** More switches. */
  tools?: ReactNode;
}

/** The form that a draft gives, as whoever fills it will meet it: wide or on a phone, light or dark. */
export function FormPreview({ form: draft, fixed = NOTHING, tools }: FormPreviewProps) {
  const { form, failure } = usePreviewForm(draft);
  const [value, setValue] = useState<Data>(NOTHING);
  const [width, setWidth] = useState<'desk' | 'phone'>('desk');
  const [isDark, setDark] = useState(isPageDark);
  const [verdict, setVerdict] = useState('');
  const handle = useRef<SchemaFormHandle<Data>>(null);
  return (
    <PreviewGround>
      <div className="tools">
        {tools}
        <ToggleButtonGroup
          size="small"
          exclusive
          value={width}
          onChange={(_event, next: 'desk' | 'phone' | null) => next && setWidth(next)}
          aria-label="Largura da prévia"
        >
          <ToggleButton value="desk">Mesa</ToggleButton>
          <ToggleButton value="phone">Celular</ToggleButton>
        </ToggleButtonGroup>
        <FormControlLabel
          control={<Switch size="small" checked={isDark} onChange={(_event, next) => setDark(next)} />}
          label="Escuro"
          sx={{ ml: 0 }}
        />
      </div>
      {failure && <Alert severity="warning">{failure}</Alert>}
      <div className="ground" data-width={width} {...{ [SCHEME_ATTRIBUTE]: isDark ? 'dark' : 'light' }}>
        <Suspense fallback={<FormSkeleton />}>
          {form ? (
            <SchemaForm
              ref={handle}
              form={form}
              value={{ ...value, ...fixed }}
              onChange={(next) => {
                setValue(next);
                setVerdict('');
              }}
              idPrefix="previa"
              columns={width === 'desk' ? 2 : 1}
            />
          ) : (
            !failure && <FormSkeleton />
          )}
        </Suspense>
      </div>
      <div className="foot">
        <Button
          variant="outlined"
          disabled={!form}
          onClick={() =>
            setVerdict(handle.current?.validate() ? 'Tudo certo: seria aceito.' : 'Há o que corrigir acima.')
          }
        >
          Conferir como quem preenche
        </Button>
        <Button onClick={() => setValue(NOTHING)}>Limpar</Button>
        <span role="status">{verdict}</span>
      </div>
    </PreviewGround>
  );
}

const isPageDark = () => document.documentElement.getAttribute(SCHEME_ATTRIBUTE) === 'dark';
const NOTHING: Data = {};
const SchemaForm = lazy(async () => ({
  default: (await import('../../schemaForm/index.ts')).SchemaForm as (
    props: SchemaFormProps<Data>,
  ) => ReactNode,
}));
