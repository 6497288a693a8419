import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { formRoutes } from '#contract/config/forms.ts';
import type { RecordFacts } from '#contract/rules/fields/recordFacts.ts';
import { fieldSchemas } from '#contract/rules/forms/fieldSchemas.ts';
import type { FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { call } from '#data/call.ts';
import type { SchemaFormHandle, SchemaFormProps } from '#ui/schemaForm/SchemaForm.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { SCHEME_ATTRIBUTE } from '#ui/theme/theme.tsx';
import { FieldPicker } from './FieldPicker.tsx';

type Data = Record<string, unknown>;

interface FormPreviewProps {
  form: Pick<FormDefinition, 'schema' | 'ui'>;
  /** Merged into the data: what the server knows about the person filling in the form. */
  fixed?: Data;
  /** What is known of the record that the form belongs to. */
  facts?: RecordFacts | undefined;
  /** Additional toggles. */
  tools?: ReactNode;
  /** Actions for the selected part. */
  actions?: ReactNode;
  /** The selected field, by its pointer in the data, and the callback to select another. */
  chosen: string | null;
  onPick: (pointer: string) => void;
  onMove?: ((by: -1 | 1) => void) | undefined;
  /** Saves the filled-in data as an example, including what the server knows. */
  onExample?: ((data: Data) => Promise<void>) | undefined;
}

/** The form of a draft as the people filling it in will see it: wide or on a phone, light or dark. */
export function FormPreview(props: FormPreviewProps) {
  const { form: draft, fixed = NOTHING, facts, tools, actions, chosen, onPick, onMove, onExample } = props;
  const { form: compiled, failure } = usePreviewForm(draft);
  const form = useMemo(() => compiled && { ...compiled, fatos: facts }, [compiled, facts]);
  const sample = useMemo(() => sampleOf(draft), [draft]);
  const [filled, setValue] = useState<Data | null>(null);
  const value = filled ?? sample;
  const [width, setWidth] = useState<'desk' | 'phone'>('desk');
  const [isDark, setDark] = useState(isPageDark);
  const [verdict, setVerdict] = useState('');
  const handle = useRef<SchemaFormHandle<Data>>(null);
  return (
    <PreviewGround>
      {actions}
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
        <FieldPicker chosen={chosen} onPick={onPick} onMove={onMove}>
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
        </FieldPicker>
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
        {onExample && (
          <Button
            variant="outlined"
            disabled={!form}
            onClick={() =>
              onExample({ ...(handle.current?.flush() ?? value), ...fixed }).catch((error: unknown) =>
                setVerdict(errorText(error)),
              )
            }
          >
            Salvar como exemplo
          </Button>
        )}
        <Button onClick={() => setValue(null)}>Limpar</Button>
        <span role="status">{verdict}</span>
      </div>
    </PreviewGround>
  );
}

const isPageDark = () => document.documentElement.getAttribute(SCHEME_ATTRIBUTE) === 'dark';
const NOTHING: Data = {};

/** One row in each list of groups, so that fields inside rows can be seen and selected like any other. */
function sampleOf({ schema, ui }: FormPreviewProps['form']): Data {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.keys(properties)
      // Files have an input of their own.
      .filter((name) => !isRecord(ui[name]) || ui[name]['ui:widget'] === undefined)
      .filter((name) => fieldSchemas(schema, `/${name}/0`).some((each) => isRecord(each.properties)))
      .map((name) => [name, [{}]]),
  );
}

/** The form that people will fill in, for parts of the studio that show one. */
export const SchemaForm = lazyScreen(
  () => import('#ui/schemaForm/SchemaForm.tsx'),
  'SchemaForm',
) as ComponentType<SchemaFormProps<Data>>;

/** The background on which a form is previewed. */
const PreviewGround = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'grid',
    gap: 12,
    '& .tools, & .foot': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, fontSize: 13 },
    '& .ground': {
      padding: 16,
      border: `1px solid ${components.linha}`,
      borderRadius: 8,
      backgroundColor: components.fundo,
      color: components.texto,
      containerType: 'inline-size',
    },
    '& .ground[data-width=phone]': { width: 360, maxWidth: '100%' },
  };
});

/** Milliseconds to wait after the last change, because each preview is compiled on the server. */
const PAUSE = 500;

/** The compiled form of a draft. If it cannot be compiled, the last valid one stays, with the reason. */
export function usePreviewForm({ schema, ui }: Pick<FormDefinition, 'schema' | 'ui'>) {
  const [form, setForm] = useState<FormDefinition | null>(null);
  const [failure, setFailure] = useState('');
  const text = JSON.stringify({ schema, ui });
  const isFirst = useRef(true);
  useEffect(() => {
    // A newly opened draft is previewed without delay: no one is typing yet, and the form's code loads meanwhile.
    const pause = isFirst.current ? 0 : PAUSE;
    if (isFirst.current) void import('#ui/schemaForm/SchemaForm.tsx').catch(() => undefined);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      isFirst.current = false;
      call(formRoutes.preview, { body: JSON.parse(text) }, { signal: abort.signal })
        .then((next) => {
          setFailure('');
          setForm((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
        })
        .catch((error: unknown) => !abort.signal.aborted && setFailure(errorText(error)));
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return { form, failure };
}
