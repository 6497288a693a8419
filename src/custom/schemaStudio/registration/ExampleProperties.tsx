import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import type { RegistrationStep } from '../../../../contract/rules/registration/registrationStep.ts';
import { fieldTitle } from '../../../../contract/rules/registration/registrationWords.ts';
import type { EditorProps } from '../editorProps.ts';
import { valueAt, withValueAt } from '../jsonPointer.ts';
import { ChoiceProperty, problemAt, TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { ExampleForm } from './ExampleForm.tsx';
import type { StepPieceProps } from './FieldProperties.tsx';
import { listAt, stepFields } from './stepFields.ts';

interface ExamplePropertiesProps extends StepPieceProps {
  index: number;
  onPlace: EditorProps['onPlace'];
}

/** A registration that is tried before publishing, and what is expected of it. */
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

/** The fields at which the example is refused: those of the step, and the rows of lists that it names already. */
function RefusedFields({ content, refused, readOnly, onChange }: RefusedFieldsProps) {
  const { schema } = content as unknown as RegistrationStep;
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
