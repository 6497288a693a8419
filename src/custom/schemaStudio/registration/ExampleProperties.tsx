import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { Suspense, useRef } from 'react';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { fieldTitle } from '#contract/rules/registration/registrationStep.ts';
import { ChoiceProperty, problemAt, TextProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import type { Content, EditorProps } from '../editorProps.ts';
import { valueAt, withValueAt } from '../jsonPointer.ts';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { SchemaForm, usePreviewForm } from '../preview/FormPreview.tsx';
import { listAt, stepFields } from './stepFields.ts';
import type { StepPieceProps } from './stepPieceProps.ts';

interface ExamplePropertiesProps extends StepPieceProps {
  index: number;
  onPlace: EditorProps['onPlace'];
}

/** A registration that is tested before publishing, and its expected result. */
export function ExampleProperties(props: ExamplePropertiesProps) {
  const { content, onChange, problems, readOnly, index, onPlace } = props;
  const pointer = `/testes/${index}`;
  const at = ['testes', index] as const;
  const espera = valueAt(content, [...at, 'espera']);
  const name = String(valueAt(content, [...at, 'nome']) ?? '');
  const found = problemAt(problems, pointer);
  const put = (value: unknown) => onChange(withValueAt(content, [...at, 'espera'], value));
  return (
    <PropertyGroup kind="Exemplo conferido" title={name} pointer={pointer}>
      {found && <Typography color="error">{found}</Typography>}
      <TextProperty
        label="Nome"
        pointer={`${pointer}/nome`}
        value={name}
        onChange={(next) => onChange(withValueAt(content, [...at, 'nome'], next))}
        problems={problems}
        readOnly={readOnly}
        maxLength={120}
      />
      <ChoiceProperty
        label="O que se espera"
        pointer={`${pointer}/espera`}
        value={Array.isArray(espera) ? 'refused' : 'valid'}
        choices={EXPECTED}
        onChange={(next) =>
          put(
            next === 'valid'
              ? 'valido'
              : stepFields(content)
                  .slice(0, 1)
                  .map(({ key }) => key),
          )
        }
        problems={problems}
        readOnly={readOnly}
      />
      <ExampleForm
        content={content}
        data={(valueAt(content, [...at, 'dados']) ?? {}) as Record<string, unknown>}
        readOnly={readOnly}
        onChange={(dados) => onChange(withValueAt(content, [...at, 'dados'], dados))}
        idPrefix={`exemplo-${index}`}
      />
      {Array.isArray(espera) && (
        <RefusedFields content={content} refused={espera.map(String)} readOnly={readOnly} onChange={put} />
      )}
      {!readOnly && (
        <Button
          color="error"
          sx={{ justifySelf: 'start' }}
          onClick={() => {
            onChange(withValueAt(content, ['testes'], listAt(content, ['testes']).toSpliced(index, 1)));
            onPlace?.('');
          }}
        >
          Retirar exemplo
        </Button>
      )}
    </PropertyGroup>
  );
}

interface RefusedFieldsProps {
  content: StepPieceProps['content'];
  refused: readonly string[];
  readOnly: boolean;
  onChange: (refused: string[]) => void;
}

/** The fields at which the example is refused: those of the step, and the list rows that it already names. */
function RefusedFields({ content, refused, readOnly, onChange }: RefusedFieldsProps) {
  const { schema } = contentOf('registration', content);
  const offered = [...new Set([...stepFields(content).map(({ key }) => key), ...refused])];
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend style={{ padding: 0, fontSize: 13, fontWeight: 500 }}>Recusado em</legend>
      {offered.map((pointer) => (
        <FormControlLabel
          key={pointer}
          sx={{ display: 'flex' }}
          disabled={readOnly}
          label={fieldTitle(schema, pointer)}
          control={
            <Checkbox
              size="small"
              checked={refused.includes(pointer)}
              onChange={(_event, on) =>
                onChange(offered.filter((each) => (each === pointer ? on : refused.includes(each))))
              }
            />
          }
        />
      ))}
    </fieldset>
  );
}

const EXPECTED = [
  { value: 'valid', label: 'É aceito' },
  { value: 'refused', label: 'É recusado' },
];

type Data = Record<string, unknown>;

interface ExampleFormProps {
  content: Content;
  /** The example's data, including what the server knows about the person filling it in. */
  data: Data;
  readOnly: boolean;
  onChange: (data: Data) => void;
  idPrefix: string;
}

/** An example is filled in with the step's own form. */
function ExampleForm({ content, data, readOnly, onChange, idPrefix }: ExampleFormProps) {
  const { schema, ui } = contentOf('registration', content);
  const { form, failure } = usePreviewForm({ schema, ui });
  const contexto = (data.contexto ?? {}) as { tipo?: 'PF' | 'PJ'; simulacao?: boolean };
  const touched = useRef(false);
  // An example may deliberately contain data that no field asks for; it is kept until a field does.
  const beside = useRef<Data>({});
  const take = (next: Data) => {
    if (touched.current) return onChange({ ...beside.current, ...next });
    // The initial render must not count as a change.
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

interface WhoFillsProps {
  tipo: 'PF' | 'PJ';
  simulacao: boolean;
  disabled?: boolean;
  onChange: (who: { tipo: 'PF' | 'PJ'; simulacao: boolean }) => void;
}

/** The kind of registration: a person's or a company's, a simulation or not. */
export const WhoFills = ({ tipo, simulacao, disabled = false, onChange }: WhoFillsProps) => (
  <>
    <ToggleButtonGroup
      size="small"
      exclusive
      disabled={disabled}
      value={tipo}
      onChange={(_event, next: 'PF' | 'PJ' | null) => next && onChange({ tipo: next, simulacao })}
      aria-label="Quem se cadastra"
    >
      <ToggleButton value="PJ">Pessoa jurídica</ToggleButton>
      <ToggleButton value="PF">Pessoa física</ToggleButton>
    </ToggleButtonGroup>
    <FormControlLabel
      control={
        <Switch
          size="small"
          checked={simulacao}
          disabled={disabled}
          onChange={(_event, next) => onChange({ tipo, simulacao: next })}
        />
      }
      label="Simulação"
      sx={{ ml: 0 }}
    />
  </>
);
