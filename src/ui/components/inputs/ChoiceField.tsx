import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import MuiTextField, { type TextFieldProps } from '@mui/material/TextField';
import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { lazyScreen } from '../../shell/loadLater.tsx';
import { useLabelWord } from '../../words.ts';
import { steady } from '../steady.tsx';

/** The search is loaded with the first long list, not with the page. */
const SearchedChoice = lazyScreen(() => import('./SearchedChoice.tsx'), 'SearchedChoice');

/** Fetches the search before the first long list is shown. */
export const loadSearch = SearchedChoice.preload;

export interface Choice<V extends string | number = string | number> {
  value: V;
  label: string;
  /** How the option is drawn where its text alone does not show it: a colour, an icon. */
  shown?: ReactNode;
  disabled?: boolean | undefined;
  /** Other words that it is found by in a long list. */
  words?: string | undefined;
  /** The heading above it; the choices of a group follow one another. */
  group?: string | undefined;
}

/** A list with more than this is searched by typing, instead of being read from top to bottom. */
export const MOST_AT_A_GLANCE = 12;

type FieldProps = Pick<
  TextFieldProps,
  | 'id'
  | 'required'
  | 'disabled'
  | 'autoFocus'
  | 'fullWidth'
  | 'size'
  | 'variant'
  | 'sx'
  | 'error'
  | 'helperText'
  | 'name'
> & {
  /** Shown, and what the field is called; with `aria-label` it may be left out. */
  label?: string | undefined;
  'aria-label'?: string | undefined;
  /** Shown while nothing is chosen, instead of the option for no choice. */
  placeholder?: string | undefined;
  /** For a form that keeps the problems of its fields itself; without it, text that is no option blocks the form as everywhere. */
  onProblem?: (problem: string | undefined) => void;
};

/** `none` is the option for no choice ('Todos os setores'); without one, a choice can only be replaced by another. */
interface ChoiceFieldProps<
  V extends string | number = string | number,
  N extends string | undefined = string | undefined,
> extends FieldProps {
  /** One that is not among the choices is shown as none. */
  value: V | null;
  choices: readonly Choice<V>[];
  none?: N;
  onChange: (value: V | (N extends string ? null : never)) => void;
}

/** One of several choices: read from a short list, searched by typing in a long one. The console has no other select. */
export function ChoiceField<V extends string | number, N extends string | undefined = undefined>(
  props: ChoiceFieldProps<V, N>,
) {
  const field = useHeldFocus(props as unknown as ChoiceFieldProps);
  if (!isLong(field)) return <ShortChoice {...field} />;
  const chosen = field.choices.filter(({ value }) => value === field.value);
  return (
    <Suspense fallback={<ShortChoice {...field} choices={chosen} disabled />}>
      <SearchedChoice {...field} />
    </Suspense>
  );
}

const isLong = ({ choices }: Pick<ChoiceFieldProps, 'choices'>): boolean => choices.length > MOST_AT_A_GLANCE;

/** What has the focus of a field: its input, or what MUI's select gives for one. */
type Focusable = HTMLElement | { focus: () => void; node: HTMLElement };

/** With what keeps the focus in the field when the other kind of field takes its place. */
export interface HeldChoiceProps extends ChoiceFieldProps {
  onFocus: () => void;
  onBlur: () => void;
  inputRef: (input: Focusable | null) => void;
}

/**
 * A list that grows past a glance when its data comes is another field, which takes the focus over from the one before. Only
 * the first takes it unasked: the person may be elsewhere by then.
 */
function useHeldFocus({ autoFocus = false, ...field }: ChoiceFieldProps): HeldChoiceProps {
  const long = isLong(field);
  const [kind, setKind] = useState({ long, isFirst: true });
  if (kind.long !== long) setKind({ long, isFirst: false });
  const isPressed = useRef(false);
  const onFocus = () => {
    isPressed.current = true;
  };
  const onBlur = () => {
    isPressed.current = false;
  };
  const inputRef = useCallback((input: Focusable | null) => {
    if (!input || !isPressed.current) return;
    const node = 'node' in input ? input.node : input;
    // An element that is removed with the focus leaves it to what surrounds it.
    if (document.activeElement?.contains(node)) input.focus();
  }, []);
  return { ...field, autoFocus: autoFocus && kind.isFirst, onFocus, onBlur, inputRef };
}

/** What MUI's select compares; '' is its own word for nothing chosen, and a choice may itself be ''. */
const keyOf = ({ value }: Choice): string => (value === '' ? ' ' : String(value));

const ShortChoice = steady((props: HeldChoiceProps) => {
  const { value, choices, none, onChange, placeholder, onProblem: _, 'aria-label': name, ...field } = props;
  const word = useLabelWord();
  const chosen = choices.find((each) => each.value === value);
  const empty = placeholder ?? none;
  const choose = (key: string) => {
    const next = choices.find((each) => keyOf(each) === key);
    if (next) onChange(next.value);
    else if (none !== undefined) onChange(null);
  };
  return (
    <MuiTextField
      {...field}
      {...(field.label !== undefined && { label: word(field.label) })}
      select
      value={chosen ? keyOf(chosen) : ''}
      onChange={({ target }) => choose(target.value)}
      slotProps={{
        ...(empty !== undefined && field.label && { inputLabel: { shrink: true } }),
        htmlInput: { ...(name && { 'aria-label': name }) },
        select: {
          displayEmpty: empty !== undefined,
          ...(field.required && { SelectDisplayProps: { 'aria-required': true } }),
          ...(!chosen && placeholder !== undefined && { renderValue: () => placeholder }),
        },
      }}
    >
      {none !== undefined && <MenuItem value="">{none}</MenuItem>}
      {choices.flatMap((choice, index) => [
        ...(choice.group && choice.group !== choices[index - 1]?.group
          ? [<ListSubheader key={`grupo ${choice.group}`}>{choice.group}</ListSubheader>]
          : []),
        <MenuItem
          key={choice.value}
          value={keyOf(choice)}
          disabled={choice.disabled === true}
          {...(choice.shown !== undefined && { 'aria-label': choice.label })}
        >
          {choice.shown ?? choice.label}
        </MenuItem>,
      ])}
    </MuiTextField>
  );
});
