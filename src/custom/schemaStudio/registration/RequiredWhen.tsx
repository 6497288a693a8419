import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Chip from '@mui/material/Chip';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { type StepField, withoutRequired, withRequired } from './stepFields.ts';
import type { StepPieceProps } from './stepPieceProps.ts';
import { OFFERED, sameWhen, whenKey, whenText } from './stepWhen.ts';

/** The cases in which the field is required, each as a chip; the select adds another. */
export function RequiredWhen({ content, onChange, readOnly, field }: StepPieceProps & { field: StepField }) {
  const { required, holder } = field;
  // Inside a group a field is either required or not: cases apply only to the step as a whole.
  const left = (holder === null ? OFFERED : [{}]).filter(
    (each) => !required.some((known) => sameWhen(each, known)),
  );
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, display: 'grid', gap: 8 }}>
      <legend style={{ padding: 0, marginBottom: 4, fontSize: 13, fontWeight: 500 }}>Obrigatório</legend>
      {required.length === 0 && <span style={{ fontSize: 13 }}>Nunca: pode ficar vazio.</span>}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
        {required.map((when) => (
          <Chip
            key={whenKey(when)}
            label={whenText(when)}
            {...(!readOnly && {
              onDelete: () => onChange(withoutRequired(content, field, when)),
              deleteIcon: <CloseOutlined titleAccess={`Deixar de exigir: ${whenText(when)}`} />,
            })}
          />
        ))}
      </div>
      {!readOnly && left.length > 0 && (
        <ChoiceField
          label="Exigir em mais um caso"
          placeholder="Escolha o caso"
          value={null}
          onChange={(key) => {
            const when = left.find((each) => whenKey(each) === key);
            if (when) onChange(withRequired(content, field, when));
          }}
          choices={left.map((when) => ({ value: whenKey(when), label: whenText(when) }))}
          fullWidth
        />
      )}
    </fieldset>
  );
}
