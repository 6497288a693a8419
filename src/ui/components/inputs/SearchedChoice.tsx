import Autocomplete from '@mui/material/Autocomplete';
import { useRef, useState } from 'react';
import { foldedText } from '#contract/rules/text.ts';
import { steady } from '../steady.tsx';
import { TextField } from '../TextField.tsx';
import type { Choice, ChoiceFieldProps } from './ChoiceField.tsx';
import { useTypedProblem } from './typedGate.ts';

const UNKNOWN = 'Escolha uma opção da lista.';

/** More than anybody reads at once; typing finds the rest. */
const SHOWN = 300;

/** No choice, as an option of the list. */
const NONE = '';

function Searched(props: ChoiceFieldProps) {
  const { value, choices, none, placeholder, onProblem, 'aria-label': name } = props;
  const { id, disabled = false, fullWidth = false, size, sx, onChange: _, ...field } = props;
  const nothing: readonly Choice[] = none === undefined ? [] : [{ value: NONE, label: none }];
  const chosen =
    choices.find((each) => each.value === value) ??
    (placeholder === undefined ? nothing[0] : undefined) ??
    null;
  /** Text that stands for no option yet: it stays in the field, and blocks once the field is left. */
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const problem = left && typed ? UNKNOWN : undefined;
  const ref = useTypedProblem(onProblem ? undefined : problem);
  // Leaving the field may choose first, which this render does not know yet.
  const pending = useRef(false);
  const settle = (text: string | null) => {
    pending.current = Boolean(text);
    setTyped(text);
    setLeft(false);
    onProblem?.(undefined);
  };
  const leave = () => {
    if (!pending.current) return setTyped(null);
    setLeft(true);
    onProblem?.(UNKNOWN);
  };
  return (
    <Autocomplete<Choice, false, boolean, false>
      {...(id && { id })}
      {...(size && { size })}
      sx={sx ?? { minWidth: 'min(240px, 100%)' }}
      fullWidth={fullWidth}
      disabled={disabled}
      // Only typed text marks an option: Enter in a list that merely opened would choose one unasked.
      autoHighlight={Boolean(typed)}
      // Leaving the field takes the marked option, as Enter does.
      autoSelect={Boolean(typed)}
      disableClearable={none === undefined || chosen === null || chosen.value === NONE}
      inputValue={typed ?? chosen?.label ?? ''}
      onInputChange={(_event, text, reason) => {
        if (reason === 'input') settle(text === chosen?.label ? null : text);
        else if (reason !== 'reset') settle(null);
      }}
      clearOnBlur={false}
      selectOnFocus
      onBlur={leave}
      options={[...nothing, ...choices]}
      value={chosen}
      {...(choices.some(({ group }) => group) && { groupBy: ({ group = '' }: Choice) => group })}
      {...(choices.some(({ words }) => words) && { filterOptions: foundByWords })}
      getOptionKey={(option) => option.value}
      getOptionLabel={({ label }) => label}
      getOptionDisabled={(option) => option.disabled === true}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      renderOption={({ key, ...item }, { label, shown }) => (
        <li key={key} {...item}>
          {shown ?? label}
        </li>
      )}
      noOptionsText="Nenhuma opção"
      onChange={(_event, next) => {
        if (next && next.value !== NONE) props.onChange(next.value);
        else if (none !== undefined) props.onChange(null);
      }}
      renderInput={(input) => (
        <TextField
          {...input}
          {...textFieldProps(field)}
          inputRef={ref}
          placeholder={placeholder ?? 'Escolha'}
          error={problem !== undefined || field.error === true}
          helperText={problem ?? field.helperText}
          inputProps={{ ...input.inputProps, ...(name && { 'aria-label': name }) }}
        />
      )}
    />
  );
}

/** One choice from a long list, searched by typing. */
export const SearchedChoice = steady(Searched);

/** The choices that have each typed word in their label or among their other words. */
function foundByWords(options: Choice[], { inputValue }: { inputValue: string }): Choice[] {
  const typed = foldedText(inputValue).split(/\s+/);
  const found = options.filter(({ label, words = '' }) => {
    const all = foldedText(`${label} ${words}`);
    return typed.every((word) => all.includes(word));
  });
  return found.slice(0, SHOWN);
}

/** Without what belongs to the list. */
const textFieldProps = ({
  value: _value,
  choices: _choices,
  none: _none,
  onProblem: _onProblem,
  'aria-label': _name,
  ...field
}: Omit<ChoiceFieldProps, 'onChange'>) => field;
