import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { passwordHint, passwordProblem, STANDARD_PASSWORD } from '../../../contract/rules/password.ts';
import { TextInput } from './formFields.tsx';
import { useInstallation } from './useInstallation.ts';

interface NewPasswordInputProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPath<V>;
  label: string;
  autoFocus?: boolean;
  /** What choosing it brings about, after how long it has to be. */
  note?: string;
}

/** A password that is chosen: as long as the company asks for, which the server judges again. */
export function NewPasswordInput<V extends FieldValues>({ note, ...field }: NewPasswordInputProps<V>) {
  const length = useInstallation().data?.tamanhoSenha ?? STANDARD_PASSWORD;
  const hint = passwordHint(length);
  return (
    <TextInput
      {...field}
      type="password"
      required
      autoComplete="new-password"
      helperText={note ? `${hint}. ${note}` : hint}
      rules={{ validate: (typed) => passwordProblem(typed, length) ?? true }}
    />
  );
}
