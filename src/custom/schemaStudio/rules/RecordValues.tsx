import { type PropertyProps, problemAt } from '#ui/components/inputs/PropertyFields.tsx';
import type { ConditionField } from '#ui/condition/fields.ts';
import { FilledTextProperty } from './FilledTextProperty.tsx';

interface RecordValuesProps extends Omit<PropertyProps<unknown>, 'label'> {
  fields: readonly { chave: string; titulo: string }[];
  texts: readonly ConditionField[];
}

const LONGEST = 500;

/** A text for each field of a record that an action writes; what is left blank is not filled in. */
export function RecordValues({ fields, texts, value, onChange, ...rest }: RecordValuesProps) {
  const values = (value ?? {}) as Readonly<Record<string, string>>;
  // A field that is gone since is shown, so that it can be emptied.
  const removedKeys = Object.keys(values).filter((key) => !fields.some(({ chave }) => chave === key));
  const shown = [...fields, ...removedKeys.map((chave) => ({ chave, titulo: 'Campo que não existe mais' }))];
  const problem = problemAt(rest.problems, rest.pointer);
  if (shown.length === 0)
    return <p style={{ margin: 0 }}>Escolha o cadastro, e os campos dele aparecem aqui.</p>;
  return (
    <fieldset style={{ display: 'grid', gap: 12, margin: 0, padding: 0, border: 0, minWidth: 0 }}>
      <legend style={{ padding: 0, marginBottom: 8 }}>Valores do registro</legend>
      {problem && (
        <p role="alert" style={{ margin: 0 }}>
          {problem}
        </p>
      )}
      {shown.map(({ chave, titulo }) => (
        <FilledTextProperty
          key={chave}
          {...rest}
          label={titulo}
          pointer={`${rest.pointer}/${chave}`}
          value={values[chave] ?? ''}
          onChange={(text) => {
            const { [chave]: _, ...others } = values;
            onChange(text === '' ? others : { ...others, [chave]: text });
          }}
          fields={texts}
          maxLength={LONGEST}
        />
      ))}
    </fieldset>
  );
}
