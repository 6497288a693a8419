import Autocomplete from '@mui/material/Autocomplete';
import { useForkRef } from '@mui/material/utils';
import { useEffect, useMemo, useRef, useState } from 'react';
import { foldedText } from '#contract/rules/text.ts';
import { steady } from '../steady.tsx';
import { TextField } from '../TextField.tsx';
import type { Choice, HeldChoiceProps } from './ChoiceField.tsx';
import { useTypedProblem } from './typedGate.ts';

const UNKNOWN = 'Escolha uma opção da lista.';

/** More than anybody reads at once; typing finds the rest. */
const SHOWN = 300;

function Searched(props: HeldChoiceProps) {
  const { value, choices, none, placeholder, onProblem, 'aria-label': name } = props;
  const { id, disabled = false, fullWidth = false, size, sx, onChange: _, ...field } = props;
  /** No choice, as an option of the list; known by its identity, since the value of a choice may be '' too. */
  const nothing = useMemo<Choice | null>(
    () => (none === undefined ? null : { value: '', label: none }),
    [none],
  );
  const options = nothing ? [nothing, ...choices] : choices;
  const chosen = choices.find((each) => each.value === value) ?? (placeholder === undefined ? nothing : null);
  const [open, setOpen] = useState(false);
  /** Text that stands for no option yet: it stays in the field, and blocks unless Enter would take an option for it. */
  const [typed, setTyped] = useState<string | null>(null);
  const finds = open && foundByWords(options, { inputValue: typed ?? '' }).some(isOffered);
  const problem = typed && !finds ? UNKNOWN : undefined;
  /** Whether the problem is shown: whoever is still typing is not told. */
  const [left, setLeft] = useState(false);
  const shownProblem = left ? problem : undefined;
  const gate = useTypedProblem(onProblem ? undefined : problem, () => setLeft(true));
  const ref = useForkRef(gate, props.inputRef);
  useEffect(() => {
    if (!problem) return;
    onProblem?.(problem);
    return () => onProblem?.(undefined);
  }, [problem, onProblem]);
  // Leaving the field may choose first, which this render does not know yet.
  const pending = useRef(false);
  const settle = (text: string | null) => {
    pending.current = Boolean(text);
    setTyped(text);
    setLeft(false);
  };
  const leave = () => {
    props.onBlur();
    if (pending.current) setLeft(true);
    else setTyped(null);
  };
  const isSame = (one: Choice, other: Choice) =>
    one === other || (one !== nothing && other !== nothing && one.value === other.value);
  return (
    <Autocomplete<Choice, false, boolean, false>
      {...(id && { id })}
      {...(size && { size })}
      sx={sx ?? { minWidth: 'min(240px, 100%)' }}
      fullWidth={fullWidth}
      disabled={disabled}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      // Only typed text marks an option: Enter in a list that merely opened would choose one unasked.
      autoHighlight={Boolean(typed)}
      // Leaving the field takes the marked option, as Enter does.
      autoSelect={Boolean(typed)}
      disableClearable={nothing === null || chosen === null || chosen === nothing}
      inputValue={typed ?? chosen?.label ?? ''}
      onInputChange={(_event, text, reason) => {
        if (reason === 'input') settle(text === chosen?.label ? null : text);
        else if (reason !== 'reset') settle(null);
      }}
      clearOnBlur={false}
      selectOnFocus
      onFocus={props.onFocus}
      onBlur={leave}
      onKeyDown={(event) => {
        if (!open || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        // Answers the open list, and is not sent: the form around it would still send what was chosen before.
        event.stopPropagation();
        setOpen(false);
      }}
      options={options}
      value={chosen}
      {...(choices.some(({ group }) => group) && { groupBy: ({ group = '' }: Choice) => group })}
      filterOptions={foundByWords}
      getOptionKey={(option) => (option === nothing ? 'none' : `= ${option.value}`)}
      getOptionLabel={({ label }) => label}
      getOptionDisabled={(option) => !isOffered(option)}
      // MUI marks what is chosen wherever it is found; while something is typed, that marks the first.
      isOptionEqualToValue={(one, other) => !typed && isSame(one, other)}
      renderOption={({ key, ...item }, { label, shown }) => (
        <li key={key} {...item} {...(shown !== undefined && { 'aria-label': label })}>
          {shown ?? label}
        </li>
      )}
      {...(name && { slotProps: { listbox: { 'aria-label': name, 'aria-labelledby': undefined } } })}
      noOptionsText="Nenhuma opção"
      onChange={(_event, next, reason) => {
        // MUI reports no new text where what was typed is already the whole label.
        if (reason !== 'clear') settle(null);
        if (next && next !== nothing) props.onChange(next.value);
        else if (nothing) props.onChange(null);
      }}
      renderInput={(input) => (
        <TextField
          {...input}
          {...textFieldProps(field)}
          inputRef={ref}
          placeholder={placeholder ?? 'Escolha'}
          error={shownProblem !== undefined || field.error === true}
          helperText={shownProblem ?? field.helperText}
          inputProps={{ ...input.inputProps, ...(name && { 'aria-label': name }) }}
        />
      )}
    />
  );
}

/** One choice from a long list, searched by typing. */
export const SearchedChoice = steady(Searched);

const isOffered = ({ disabled }: Choice): boolean => disabled !== true;

/** The choices that have each typed word in their label or among their other words. */
function foundByWords(options: readonly Choice[], { inputValue }: { inputValue: string }): Choice[] {
  const typed = foldedText(inputValue);
  const words = typed.split(/\s+/);
  const found = options.filter(({ label, words: others = '' }) => {
    const all = foldedText(`${label} ${others}`);
    return words.every((word) => all.includes(word));
  });
  // Whoever types a whole label means that option, and Enter takes the first.
  const exactOption = typed && found.find(({ label }) => foldedText(label) === typed);
  return (exactOption ? startingWith(exactOption, found) : found).slice(0, SHOWN);
}

/** One first, then the others of its group, which stay together. */
function startingWith(first: Choice, choices: readonly Choice[]): Choice[] {
  const others = choices.filter((each) => each !== first);
  const isNear = ({ group }: Choice) => group === first.group;
  return [first, ...others.filter(isNear), ...others.filter((each) => !isNear(each))];
}

/** Without what belongs to the list. */
const textFieldProps = ({
  value: _value,
  choices: _choices,
  none: _none,
  onProblem: _onProblem,
  'aria-label': _name,
  onFocus: _onFocus,
  onBlur: _onBlur,
  inputRef: _inputRef,
  ...field
}: Omit<HeldChoiceProps, 'onChange'>) => field;
