import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useState } from 'react';
import { foldedText } from '#contract/rules/text.ts';
import { Button } from '#ui/components/Button.tsx';
import { MOST_AT_A_GLANCE } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { lazyScreen } from '../../shell/loadLater.tsx';
import { FINGER } from '../../theme/controls.ts';
import { themeColors } from '../../theme/theme.tsx';
import { AuthoredLabels } from '../../words.ts';
import { useStableCallback } from '../useStableCallback.ts';
import {
  type ChoiceFilter,
  type Filter,
  type FilterOption,
  type FiltersProps,
  type FilterValues,
  hasLazyOptions,
  type LazyOptions,
  listOf,
  withValues,
} from './filters.ts';
import { SearchField } from './SearchField.tsx';

/** The heavier editors are loaded when one is first opened, not with the list. */
const DateRangeEditor = lazyScreen(() => import('./LaterEditors.tsx'), 'DateRangeEditor');
const ConditionFilterEditor = lazyScreen(
  () => import('../../condition/ConditionFilterEditor.tsx'),
  'ConditionFilterEditor',
);
const AutocompleteEditor = lazyScreen(() => import('./LaterEditors.tsx'), 'AutocompleteEditor');

interface FilterEditorProps extends Omit<FiltersProps, 'filters'> {
  filter: Filter;
  /** Called when no further choice is possible, e.g. after a single choice. */
  onDone: () => void;
  /** Takes the focus on opening, when it is the only editor shown. */
  autoFocus?: boolean;
}

/** The editor for a filter's kind. Every change is applied immediately. */
export const FilterEditor = (props: FilterEditorProps) => (
  <Suspense fallback={<Loading />}>
    {/* The bar has worded the filters already, but for those that keep the name that somebody gave them. */}
    <AuthoredLabels value>
      <EditorByKind {...props} />
    </AuthoredLabels>
  </Suspense>
);

const EditorByKind = ({ filter, ...props }: FilterEditorProps) => {
  const set = (changes: Parameters<typeof withValues>[1]) =>
    props.onChange(withValues(props.values, changes));
  switch (filter.kind) {
    case 'select':
    case 'multiselect':
      return hasLazyOptions(filter.options) ? (
        <LaterChoice
          filter={filter}
          later={filter.options}
          learn={props.learn}
          values={props.values}
          onSet={set}
          onDone={props.onDone}
        />
      ) : (
        <ChoiceEditor
          filter={filter}
          options={filter.options}
          values={props.values}
          onSet={set}
          onDone={props.onDone}
        />
      );
    case 'autocomplete':
      return (
        <AutocompleteEditor
          filter={filter}
          values={props.values}
          onSet={set}
          words={props}
          autoFocus={props.autoFocus ?? false}
          onDone={props.onDone}
        />
      );
    case 'dateRange':
      return <DateRangeEditor filter={filter} values={props.values} onSet={set} />;
    case 'condition':
      return <ConditionFilterEditor filter={filter} values={props.values} onSet={set} />;
    case 'text':
      return (
        <SearchField
          label={filter.label}
          value={String(props.values[filter.key] ?? '')}
          onChange={(text) => set({ [filter.key]: text })}
          debounceMs={400}
          hint={filter.hint}
          autoFocus={props.autoFocus ?? false}
        />
      );
  }
};

const Loading = () => <TextField fullWidth disabled placeholder="Carregando ..." />;

type LaterChoiceProps = Omit<ChoiceEditorProps, 'options'> &
  Pick<FiltersProps, 'learn'> & { later: LazyOptions };

/** Options that are fetched by the filter that shows them. */
const LaterChoice = ({ later, learn, ...props }: LaterChoiceProps) => {
  const { data, error, refetch, isFetching } = useQuery({ ...later, staleTime: 60_000 });
  const learnOptions = useStableCallback((options: readonly FilterOption[]) => learn(props.filter, options));
  useEffect(() => {
    if (data) learnOptions(data);
  }, [data, learnOptions]);
  if (data) return <ChoiceEditor {...props} options={data} />;
  if (!error || isFetching) return <Loading />;
  return (
    <p role="alert" style={{ margin: 0, fontSize: 14 }}>
      As opções não puderam ser carregadas.{' '}
      <Button size="small" onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    </p>
  );
};

interface ChoiceEditorProps {
  filter: ChoiceFilter;
  options: readonly FilterOption[];
  values: FilterValues;
  onSet: (changes: FilterValues) => void;
  onDone: () => void;
}

/** A single choice (radio buttons) or several (checkboxes); a long list can be searched. */
const ChoiceEditor = ({ filter, options, values, onSet, onDone }: ChoiceEditorProps) => {
  const name = useId();
  const many = filter.kind === 'multiselect';
  const chosen = listOf(values, filter.key);
  const [term, setTerm] = useState('');
  const searched = options.length > MOST_AT_A_GLANCE;
  const wanted = foldedText(term);
  const found = options.filter(({ label }) => foldedText(label).includes(wanted));
  const toggle = (value: string, checked: boolean) => {
    if (!many) {
      onSet({ [filter.key]: value });
      return;
    }
    // Sorted in the order of the options, so that the same selection always has the same address.
    const next = checked ? [...chosen, value] : chosen.filter((other) => other !== value);
    onSet({ [filter.key]: options.map((option) => option.value).filter((option) => next.includes(option)) });
  };
  return (
    <Options>
      <legend>{filter.label}</legend>
      {searched && (
        <TextField
          type="search"
          size="small"
          fullWidth
          placeholder="Procurar"
          value={term}
          onChange={(event) => setTerm(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': `Procurar em ${filter.label}` } }}
        />
      )}
      {found.length === 0 && <p role="status">Não encontrado {term}</p>}
      {found.map((option) => (
        <label key={option.value}>
          <input
            type={many ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(option.value)}
            onChange={(event) => toggle(option.value, event.target.checked)}
            // The arrow keys also click radio buttons, but with a detail of 0; they must not close the editor.
            onClick={(event) => !many && event.detail > 0 && onDone()}
          />
          {option.label}
        </label>
      ))}
    </Options>
  );
};

const Options = styled('fieldset')(({ theme }) => {
  const color = themeColors(theme);
  return {
    margin: 0,
    padding: 0,
    border: 0,
    maxHeight: 320,
    overflowY: 'auto',
    '& p': { margin: 0, padding: 4, fontSize: 14 },
    '& legend': { padding: 0, marginBottom: 4, fontSize: 12, color: color.text.secondary },
    '& label': {
      display: 'flex',
      alignItems: 'center',
      gap: 8,
      minHeight: 32,
      [FINGER]: { minHeight: 40 },
      padding: '0 4px',
      fontSize: 14,
      borderRadius: 6,
      cursor: 'pointer',
      '&:hover': { backgroundColor: color.action.hover },
    },
    '& input': { width: 16, height: 16, margin: 0, flex: 'none', accentColor: color.primary.main },
  };
});
