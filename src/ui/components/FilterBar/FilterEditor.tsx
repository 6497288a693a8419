import TextField from '@mui/material/TextField';
import { lazy, Suspense } from 'react';
import { ChoiceEditor } from './ChoiceEditor.tsx';
import { type Filter, withValues } from './filters.ts';
import type { FiltersProps } from './filtersProps.ts';
import { SearchField } from './SearchField.tsx';

/** The heavier editors come when one is first opened, not with the list. */
const DateRangeEditor = lazy(async () => ({
  default: (await import('./DateRangeEditor.tsx')).DateRangeEditor,
}));
const AutocompleteEditor = lazy(async () => ({
  default: (await import('./AutocompleteEditor.tsx')).AutocompleteEditor,
}));

export interface FilterEditorProps extends Omit<FiltersProps, 'filters'> {
  filter: Filter;
  /** Called when nothing more is to be chosen, as after a single choice. */
  onDone: () => void;
  /** Takes the focus as it opens, where it is the only editor there. */
  autoFocus?: boolean;
}

/** The editor of a filter, by its kind. A change filters at once. */
export const FilterEditor = (props: FilterEditorProps) => (
  <Suspense fallback={<TextField fullWidth disabled placeholder="Carregando ..." />}>
    <EditorByKind {...props} />
  </Suspense>
);

const EditorByKind = ({ filter, ...props }: FilterEditorProps) => {
  const set = (changes: Parameters<typeof withValues>[1]) =>
    props.onChange(withValues(props.values, changes));
  switch (filter.kind) {
    case 'select':
    case 'multiselect':
      return <ChoiceEditor filter={filter} values={props.values} onSet={set} onDone={props.onDone} />;
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
    case 'text':
      return (
        <SearchField
          label={filter.label}
          value={String(props.values[filter.key] ?? '')}
          onChange={(text) => set({ [filter.key]: text })}
          debounceMs={400}
        />
      );
  }
};
