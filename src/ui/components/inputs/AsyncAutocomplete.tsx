import Autocomplete from '@mui/material/Autocomplete';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TextField } from '#ui/components/TextField.tsx';
import { SecondaryText } from '../display/Texts.tsx';
import { maskedMiss } from '../maskedMiss.ts';
import { steady } from '../steady.tsx';
import { useStableCallback } from '../useStableCallback.ts';

export interface AsyncOption {
  value: string | number;
  label: string;
  /** Secondary text, in grey. */
  second?: string | undefined;
  /** Badges shown after the label. */
  badges?: ReactNode;
}

interface SharedProps<Option extends AsyncOption> {
  label: string;
  /** Called with the typed text, or '' on opening; aborted when the text changes. */
  load: (term: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** Debounce before loading, in ms. */
  debounceMs?: number;
  /** Shown before anything has been typed: 'Código, Razão Social, CNPJ...'. */
  hint?: string;
  /** Minimum number of characters before loading; 0 loads on opening. */
  minLength?: number;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Opens the list with the automatic focus too: for an editor that was itself opened to choose. */
  opensAtOnce?: boolean;
  error?: ReactNode;
  helperText?: ReactNode;
  name?: string;
  /** What can be done when nothing was found, below the sentence that says so. */
  whenNothing?: (term: string) => ReactNode;
}

type AsyncAutocompleteProps<Option extends AsyncOption> = SharedProps<Option> &
  (
    | { multiple?: false; value: Option | null; onChange: (value: Option | null) => void }
    | { multiple: true; value: readonly Option[]; onChange: (value: Option[]) => void }
  );

const SearchSelect = <Option extends AsyncOption>(props: AsyncAutocompleteProps<Option>) => {
  const { label, load, debounceMs = 400, hint, minLength = 0, error, helperText } = props;
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState('');
  // A list that nobody asked for would cover what stands below the field.
  const quiet = useRef(props.autoFocus === true && props.opensAtOnce !== true);
  const search = useAsyncOptions({
    load,
    term,
    debounceMs,
    enabled: open && term.trim().length >= minLength,
  });
  const enter = useAwaitedEnter({
    term: term.trim(),
    loading: search.loading,
    options: search.options as readonly Option[],
    choose: (option) => {
      if (props.multiple)
        props.onChange([...props.value.filter(({ value }) => value !== option.value), option]);
      else props.onChange(option);
      setTerm('');
      if (!props.multiple) setOpen(false);
    },
  });

  return (
    <Autocomplete<Option, boolean, false, false>
      multiple={props.multiple ?? false}
      value={props.value as Option | Option[] | null}
      onChange={(_, value) => (props.onChange as (value: unknown) => void)(value)}
      open={open}
      onOpen={({ type }) => {
        if (!quiet.current || type !== 'focus') setOpen(true);
        quiet.current = false;
      }}
      onBlur={() => {
        quiet.current = false;
      }}
      onClose={() => {
        setOpen(false);
        // MUI reports no change when the typed text equals the label of the chosen option.
        setTerm('');
      }}
      onHighlightChange={(_, option) => enter.walked(option !== null)}
      onKeyDown={(event) => {
        const { key } = event;
        if (key === 'Enter' && open) enter.press(event);
        // The search text is empty even though something is chosen, so Backspace and Delete clear the choice by keyboard.
        if (!props.multiple && term === '' && (key === 'Backspace' || key === 'Delete')) props.onChange(null);
      }}
      inputValue={open || props.multiple ? term : labelOf(props.value)}
      onInputChange={(_, text, reason) => setTerm(reason === 'input' ? text : '')}
      options={search.options as Option[]}
      filterOptions={(options) => options}
      loading={search.loading}
      loadingText="Carregando ..."
      noOptionsText={
        search.error ?? (
          <>
            {emptyText(term, hint, minLength)}
            {term.trim().length >= Math.max(1, minLength) && <div>{props.whenNothing?.(term.trim())}</div>}
          </>
        )
      }
      getOptionKey={(option) => option.value}
      getOptionLabel={(option) => option.label}
      isOptionEqualToValue={(option, value) => option.value === value.value}
      disabled={props.disabled ?? false}
      slotProps={{ paper: { elevation: 8 } }}
      disableCloseOnSelect={props.multiple ?? false}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          <span>
            {option.label} {option.badges} {option.second && <SecondaryText>{option.second}</SecondaryText>}
          </span>
        </li>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          name={props.name}
          placeholder={hint}
          required={props.required ?? false}
          autoFocus={props.autoFocus ?? false}
          error={Boolean(error)}
          helperText={error || helperText}
        />
      )}
    />
  );
};

/** A search select: the caller looks up the typed text after a pause. A key in another field does not render it. */
export const AsyncAutocomplete = steady(SearchSelect, ['load']) as typeof SearchSelect;

const labelOf = (value: AsyncOption | readonly AsyncOption[] | null) =>
  value && 'label' in value ? value.label : '';

const emptyText = (term: string, hint: string | undefined, minLength: number) => {
  const typed = term.trim();
  if (typed.length < minLength) return hint ?? 'Digite para buscar';
  if (typed === '') return 'Nada para escolher ainda';
  return maskedMiss(typed) ?? `Não encontrado ${typed}`;
};

interface Awaited<Option> {
  term: string;
  loading: boolean;
  options: readonly Option[];
  choose: (option: Option) => void;
}

/**
 * Handles Enter pressed before the options have arrived: a single match is chosen as soon as it is there, several must be
 * chosen from by hand, and the list says when there is none. The surrounding form is not submitted.
 */
function useAwaitedEnter<Option>({ term, loading, options, choose }: Awaited<Option>) {
  const awaited = useRef<string>(undefined);
  const marked = useRef(false);
  useEffect(() => {
    if (awaited.current === undefined || loading) return;
    const isRequested = awaited.current === term;
    awaited.current = undefined;
    const [only, more] = options;
    if (isRequested && only !== undefined && more === undefined) choose(only);
  });
  return {
    /** When an option is highlighted, Enter selects it. */
    walked: (on: boolean) => {
      marked.current = on;
    },
    press: (event: { preventDefault: () => void }) => {
      if (marked.current || term === '') return;
      event.preventDefault();
      const [only, more] = options;
      if (loading) awaited.current = term;
      else if (only !== undefined && more === undefined) choose(only);
    },
  };
}

interface Search<Option> {
  load: (term: string, signal: AbortSignal) => Promise<readonly Option[]>;
  term: string;
  debounceMs: number;
  enabled: boolean;
}

interface Found<Option> {
  options: readonly Option[];
  loading: boolean;
  error: string | undefined;
}

const NOTHING: Found<never> = { options: [], loading: false, error: undefined };
const LOADING: Found<never> = { ...NOTHING, loading: true };

const FAILED = 'Não foi possível buscar. Digite de novo para tentar.';

/** The options for a typed text. Only the latest request counts; earlier ones are aborted. */
function useAsyncOptions<Option>({ load, term, debounceMs, enabled }: Search<Option>): Found<Option> {
  const [found, setFound] = useState<Found<Option>>(NOTHING);
  const ask = useStableCallback(load);

  useEffect(() => {
    if (!enabled) {
      setFound(NOTHING);
      return;
    }
    const abort = new AbortController();
    // The same answer for each key of a text, so that a key renders the field once.
    setFound(LOADING);
    const run = async () => {
      try {
        const options = await ask(term.trim(), abort.signal);
        if (!abort.signal.aborted) setFound({ options, loading: false, error: undefined });
      } catch (error) {
        const text = error instanceof Error && error.message ? error.message : FAILED;
        if (!abort.signal.aborted) setFound({ options: [], loading: false, error: text });
      }
    };
    // Opening is not typing, so the first list is loaded without delay.
    const timer = setTimeout(run, term === '' ? 0 : debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [ask, term, debounceMs, enabled]);

  return found;
}
