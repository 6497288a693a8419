import Typography from '@mui/material/Typography';
import { valueAt, withValueAt } from '../jsonPointer.ts';
import { ChoiceProperty, problemAt, TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import type { StepPieceProps } from './FieldProperties.tsx';

/** A registration that is tried before publishing, and what is expected of it. Its data are changed as JSON. */
export function ExampleProperties({
  content,
  onChange,
  problems,
  readOnly,
  index,
}: StepPieceProps & { index: number }) {
  const pointer = `/testes/${index}`;
  const at = ['testes', index] as const;
  const espera = valueAt(content, [...at, 'espera']);
  const refused = Array.isArray(espera) ? espera.map(String) : [];
  const name = String(valueAt(content, [...at, 'nome']) ?? '');
  const found = problemAt(problems, pointer);
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
          onChange(withValueAt(content, [...at, 'espera'], next === 'valid' ? 'valido' : ['']))
        }
        problems={problems}
        readOnly={readOnly}
      />
      {Array.isArray(espera) && (
        <TextProperty
          label="Recusado em"
          pointer={`${pointer}/espera/0`}
          value={refused.join('\n')}
          onChange={(text) =>
            onChange(
              withValueAt(
                content,
                [...at, 'espera'],
                text.split('\n').map((line) => line.trim()),
              ),
            )
          }
          problems={problems}
          readOnly={readOnly}
          multiline
          help="Um lugar por linha, como /email."
        />
      )}
    </PropertyGroup>
  );
}

const EXPECTED = [
  { value: 'valid', label: 'É aceito' },
  { value: 'refused', label: 'É recusado' },
];
