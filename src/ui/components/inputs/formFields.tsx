import { useState } from 'react';
import {
  type Control,
  Controller,
  type FieldPath,
  type FieldValues,
  type UseControllerProps,
  type UseFormReturn,
} from 'react-hook-form';
import { passwordHint, passwordProblem, STANDARD_PASSWORD } from '#contract/rules/person.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { CallFailure } from '#data/http.ts';
import { errorText } from '../../shell/states/StateMessage.tsx';
import { useInstallation } from '../../shell/useInstallation.ts';
import { TextField, type TextFieldProps } from '../TextField.tsx';
import { DateField } from './DateField.tsx';
import { MaskedField } from './MaskedField.tsx';
import type { MaskKind } from './masks.tsx';

interface BoundProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPath<V>;
  label: string;
  required?: boolean;
  rules?: UseControllerProps<V>['rules'];
}

/** A text field of a small form, bound to react-hook-form. Validated after the first blur. */
export function TextInput<V extends FieldValues>({
  control,
  name,
  rules,
  ...field
}: BoundProps<V> & Omit<TextFieldProps, 'name' | 'label' | 'required'>) {
  return (
    <Controller
      control={control}
      name={name}
      rules={
        {
          ...(field.required && { required: 'Campo obrigatório' }),
          ...rules,
        } as UseControllerProps<V>['rules']
      }
      render={({ field: { ref, ...bound }, fieldState }) => (
        <TextField
          fullWidth
          {...field}
          {...bound}
          inputRef={ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? field.helperText}
        />
      )}
    />
  );
}

export function MaskedInput<V extends FieldValues>({
  control,
  name,
  rules,
  kind,
  ...field
}: BoundProps<V> & { kind: MaskKind; autoFocus?: boolean; autoComplete?: string }) {
  const { autoComplete, ...rest } = field;
  return (
    <Controller
      control={control}
      name={name}
      rules={
        {
          ...(field.required && { required: 'Campo obrigatório' }),
          ...rules,
        } as UseControllerProps<V>['rules']
      }
      render={({ field: { ref, ...bound }, fieldState }) => (
        <MaskedField
          fullWidth
          {...rest}
          {...bound}
          kind={kind}
          error={fieldState.invalid}
          helperText={fieldState.error?.message}
          slotProps={{ htmlInput: { ref, ...(autoComplete && { autoComplete }) } }}
        />
      )}
    />
  );
}

export function DateInput<V extends FieldValues>({
  control,
  name,
  rules,
  ...field
}: BoundProps<V> & { max?: CalendarDate }) {
  return (
    <Controller
      control={control}
      name={name}
      rules={
        {
          ...(field.required && { required: 'Campo obrigatório' }),
          ...rules,
        } as UseControllerProps<V>['rules']
      }
      render={({ field: { ref: _ref, ...bound }, fieldState }) => (
        <DateField
          fullWidth
          {...field}
          {...bound}
          error={fieldState.invalid}
          helperText={fieldState.error?.message}
        />
      )}
    />
  );
}

/** Submits a small form: the server's messages go to their fields, and those without a field to the alert above. */
export function useSubmission<V extends FieldValues>(
  form: UseFormReturn<V>,
  send: (values: V) => Promise<void>,
) {
  const [failure, setFailure] = useState('');
  const submit = form.handleSubmit(async (values) => {
    setFailure('');
    try {
      await send(values);
    } catch (error) {
      const fields = error instanceof CallFailure ? Object.entries(error.fields) : [];
      const presentFields = fields.filter(([name]) => name in values);
      presentFields.forEach(([name, message], index) => {
        form.setError(name as FieldPath<V>, { message }, { shouldFocus: index === 0 });
      });
      if (presentFields.length === 0) {
        setFailure(errorText(error));
      }
    }
  });
  return { submit, failure };
}

interface NewPasswordInputProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPath<V>;
  label: string;
  autoFocus?: boolean;
  /** The consequence of choosing it, shown after the required length. */
  note?: string;
}

/** A new password with the company's minimum length, which the server checks again. */
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
