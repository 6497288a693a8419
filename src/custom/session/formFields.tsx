import TextField, { type TextFieldProps } from '@mui/material/TextField';
import {
  type Control,
  Controller,
  type FieldPath,
  type FieldValues,
  type UseControllerProps,
} from 'react-hook-form';
import type { CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { DateField } from '../../ui/components/inputs/DateField.tsx';
import { MaskedField } from '../../ui/components/inputs/MaskedField.tsx';
import type { MaskKind } from '../../ui/components/inputs/masks.ts';

interface BoundProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPath<V>;
  label: string;
  required?: boolean;
  rules?: UseControllerProps<V>['rules'];
}

/** Text of a small form, bound to react-hook-form. Judged after it was left for the first time. */
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
