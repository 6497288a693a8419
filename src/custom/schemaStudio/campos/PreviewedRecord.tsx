import type { RecordFact, RecordFacts } from '#contract/rules/fields/recordFacts.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { useFacts } from './useFacts.ts';

interface PreviewedRecordProps {
  /** Those that the conditions ask for. */
  facts: readonly RecordFact[];
  value: RecordFacts;
  onChange: (value: RecordFacts) => void;
}

/** For which record the form is shown, as far as its conditions ask. */
export function PreviewedRecord({ facts, value, onChange }: PreviewedRecordProps) {
  return useFacts(facts).map(({ path, titulo, values = [] }) => (
    <div key={path} style={{ minWidth: 180 }}>
      <ChoiceField
        label={titulo}
        value={typeof value[path] === 'string' ? (value[path] as string) : null}
        none="Sem dizer"
        choices={values}
        onChange={(next) => onChange({ ...value, [path]: next })}
        fullWidth
      />
    </div>
  ));
}
