import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { Problem } from '#contract/config/definitions.ts';
import {
  type ExtraField,
  type ExtraFieldsDefinition,
  fieldTypes,
} from '#contract/rules/fields/fieldSchema.ts';
import { ChoiceProperty } from '../parts/PropertyFields.tsx';

interface VisibleWhenProps {
  field: ExtraField;
  at: string;
  definition: ExtraFieldsDefinition;
  onChange: (changes: Partial<ExtraField>) => void;
  problems: Problem[];
  readOnly: boolean;
}

/** When a field is asked for: always, or while another field has certain values. */
export function VisibleWhen({ field, at, definition, onChange, problems, readOnly }: VisibleWhenProps) {
  const { visivelSe } = field;
  const others = definition.campos.filter(
    ({ chave, tipo, arquivado }) =>
      chave !== field.chave && !arquivado && (fieldTypes[tipo].options || tipo === 'CHECKBOX'),
  );
  if (others.length === 0 && !visivelSe) return null;
  const on = definition.campos.find(({ chave }) => chave === visivelSe?.campo);
  const values = on ? valuesOf(on) : [];
  const tick = (value: string | boolean, ticked: boolean) => {
    if (!visivelSe) return;
    const rest = visivelSe.valores.filter((each) => each !== value);
    onChange({ visivelSe: { ...visivelSe, valores: ticked ? [...rest, value] : rest } });
  };
  return (
    <>
      <ChoiceProperty
        label="Aparece"
        pointer={`${at}/visivelSe/campo`}
        value={visivelSe?.campo ?? ''}
        choices={[
          { value: '', label: 'Sempre' },
          ...others.map(({ chave, titulo }) => ({ value: chave, label: `Conforme '${titulo}'` })),
        ]}
        onChange={(campo) => onChange({ visivelSe: firstCondition(definition, campo) })}
        problems={problems}
        readOnly={readOnly}
      />
      {visivelSe && (
        <fieldset data-pointer={`${at}/visivelSe/valores`} style={{ margin: 0, padding: 0, border: 0 }}>
          <legend style={{ padding: 0, fontSize: 13 }}>Quando '{on?.titulo ?? visivelSe.campo}' é</legend>
          {values.map(({ value, label }) => (
            <FormControlLabel
              key={String(value)}
              control={
                <Checkbox
                  size="small"
                  checked={visivelSe.valores.includes(value)}
                  onChange={(_event, ticked) => tick(value, ticked)}
                />
              }
              label={label}
              disabled={readOnly}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const valuesOf = ({ tipo, opcoes = [] }: ExtraField): { value: string | boolean; label: string }[] =>
  tipo === 'CHECKBOX'
    ? [
        { value: true, label: 'marcado' },
        { value: false, label: 'desmarcado' },
      ]
    : opcoes.map(({ valor, rotulo }) => ({ value: valor, label: rotulo }));

function firstCondition(definition: ExtraFieldsDefinition, campo: string): ExtraField['visivelSe'] {
  const on = definition.campos.find(({ chave }) => chave === campo);
  const first = on && valuesOf(on)[0];
  return first ? { campo, valores: [first.value] } : undefined;
}
