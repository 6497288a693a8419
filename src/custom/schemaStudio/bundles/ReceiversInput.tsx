import { findReceivers } from '#src/resources/reports/shared/schedules/findReceivers.ts';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';

interface ReceiversInputProps {
  label: string;
  value: readonly AsyncOption[];
  onChange: (people: readonly AsyncOption[]) => void;
}

/** Who receives a report that a file brings: the file names nobody. */
export function ReceiversInput({ label, value, onChange }: ReceiversInputProps) {
  return (
    <AsyncAutocomplete
      multiple
      label={label}
      value={[...value]}
      onChange={onChange}
      load={findReceivers}
      hint="Nome da pessoa"
      helperText="O arquivo não diz quem recebe. Cada pessoa recebe só o que o próprio acesso permite ver."
    />
  );
}
