import Autocomplete from '@mui/material/Autocomplete';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useEffect, useId, useState } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import { TextField } from '../TextField.tsx';
import { ChoiceField, type Choice as OneChoice } from './ChoiceField.tsx';
import { NumberField } from './NumberField.tsx';

export interface PropertyProps<T> {
  label: string;
  /** JSON pointer of the place that it edits. */
  pointer: string;
  value: T;
  onChange: (value: T) => void;
  problems: readonly Problem[];
  help?: string | undefined;
  readOnly?: boolean | undefined;
}

/** The problem at a place, or at any depth inside it with `within`. */
export const problemAt = (
  problems: readonly Problem[],
  pointer: string,
  within = false,
): string | undefined =>
  problems.find(({ ponteiro }) => ponteiro === pointer || (within && ponteiro.startsWith(`${pointer}/`)))
    ?.mensagem;

interface TextPropertyProps extends PropertyProps<string> {
  multiline?: boolean;
  maxLength?: number;
  /** Offered while typing; any other text is accepted too. */
  suggestions?: readonly string[];
  /** Commits the value on blur; for keys, which other parts refer to. */
  commitOnBlur?: boolean;
}

export function TextProperty(props: TextPropertyProps) {
  const { label, pointer, value, onChange, problems, help, readOnly, commitOnBlur = false } = props;
  const listId = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const error = problemAt(problems, pointer);
  const commit = () => commitOnBlur && typed !== value && onChange(typed);
  return (
    <div data-pointer={pointer}>
      <TextField
        label={label}
        value={commitOnBlur ? typed : value}
        onChange={({ target }) => (commitOnBlur ? setTyped(target.value) : onChange(target.value))}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
        error={error !== undefined}
        helperText={error ?? help}
        disabled={readOnly ?? false}
        multiline={props.multiline ?? false}
        fullWidth
        slotProps={{
          htmlInput: {
            ...(props.maxLength && { maxLength: props.maxLength }),
            ...(props.suggestions && { list: listId, autoComplete: 'off' }),
          },
        }}
      />
      {props.suggestions && (
        <datalist id={listId}>
          {props.suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  );
}

interface NumberPropertyProps extends PropertyProps<number | null> {
  unit?: string;
  /** Also allows negative numbers and fractions. */
  any?: boolean;
}

/** The largest number that a definition may name. */
const MAX_NUMBER = 1e15;

export function NumberProperty({ value, onChange, problems, any = false, ...props }: NumberPropertyProps) {
  const { label, pointer, help, readOnly, unit } = props;
  const error = problemAt(problems, pointer);
  return (
    <div data-pointer={pointer}>
      <NumberField
        label={label}
        value={value === null ? null : String(value)}
        onChange={(typed) => onChange(typed === null ? null : Number(typed))}
        places={any ? 6 : 0}
        min={any ? String(-MAX_NUMBER) : '0'}
        max={String(MAX_NUMBER)}
        live
        keptAs={pointer}
        error={error !== undefined}
        helperText={error ?? help}
        disabled={readOnly ?? false}
        fullWidth
        {...(unit && { after: <span style={{ whiteSpace: 'nowrap' }}>{unit}</span> })}
      />
    </div>
  );
}

export type Choice = OneChoice<string>;

/** A choice from a few options; '' means none. A value that is not among them is shown unchanged. */
export function ChoiceProperty(props: PropertyProps<string> & { choices: readonly Choice[] }) {
  const { label, pointer, value, onChange, problems, help, readOnly, choices } = props;
  const error = problemAt(problems, pointer);
  const isOffered = choices.some((choice) => choice.value === value);
  return (
    <div data-pointer={pointer}>
      <ChoiceField
        label={label}
        value={value}
        onChange={onChange}
        error={error !== undefined}
        helperText={error ?? help}
        disabled={readOnly ?? false}
        fullWidth
        choices={[...choices, ...(isOffered ? [] : [{ value, label: value || 'Escolha' }])]}
      />
    </div>
  );
}

export function SwitchProperty({
  label,
  pointer,
  value,
  onChange,
  problems,
  help,
  readOnly,
}: PropertyProps<boolean>) {
  const error = problemAt(problems, pointer);
  const helpId = useId();
  return (
    <div data-pointer={pointer}>
      <FormControlLabel
        control={
          <Switch
            size="small"
            checked={value}
            onChange={(_event, next) => onChange(next)}
            slotProps={{ input: { 'aria-describedby': helpId } }}
          />
        }
        label={label}
        disabled={readOnly ?? false}
        sx={{ ml: 0, gap: 2 }}
      />
      {(error || help) && (
        <FormHelperText id={helpId} error={error !== undefined}>
          {error ?? help}
        </FormHelperText>
      )}
    </div>
  );
}

interface MultiChoicePropertyProps extends PropertyProps<readonly string[]> {
  choices: readonly Choice[];
}

/** Several choices from a few options, kept in the order in which they are offered. */
export function MultiChoiceProperty(props: MultiChoicePropertyProps) {
  const { label, pointer, value, onChange, problems, help, readOnly, choices } = props;
  const error = problemAt(problems, pointer, true);
  const offeredValues = choices.map((choice) => choice.value);
  const offered = [
    ...choices,
    ...value.filter((one) => !offeredValues.includes(one)).map((one) => ({ value: one, label: one })),
  ];
  const labelOf = (one: string) => offered.find((choice) => choice.value === one)?.label ?? one;
  const put = (chosen: readonly string[]) =>
    onChange(offered.map((choice) => choice.value).filter((one) => chosen.includes(one)));
  return (
    <div data-pointer={pointer}>
      <Autocomplete
        multiple
        disableCloseOnSelect
        fullWidth
        options={offered.map((choice) => choice.value)}
        value={[...value]}
        onChange={(_event, chosen) => put(chosen)}
        getOptionLabel={labelOf}
        disabled={readOnly ?? false}
        noOptionsText="Nenhuma opção"
        renderInput={(input) => (
          <TextField
            {...input}
            label={label}
            error={error !== undefined}
            helperText={error ?? help}
            placeholder={value.length === 0 ? 'Escolha' : ''}
          />
        )}
      />
    </div>
  );
}

export const choicesOf = <T extends string>(names: Record<T, string>): Choice[] =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }));

/** Options with a leading entry that means none. */
export const withNone = (label: string, names: Record<string, string>): Choice[] => [
  { value: '', label },
  ...choicesOf(names),
];
