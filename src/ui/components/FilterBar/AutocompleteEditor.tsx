import { AsyncAutocomplete, type AsyncOption } from '../inputs/AsyncAutocomplete.tsx';
import { type FiltersProps, type FilterValues, listOf, type SearchFilter } from './filters.ts';

interface AutocompleteEditorProps {
  filter: SearchFilter;
  values: FilterValues;
  onSet: (changes: FilterValues) => void;
  words: Pick<FiltersProps, 'wordOf' | 'learn'>;
  onDone: () => void;
  autoFocus: boolean;
}

export const AutocompleteEditor = ({
  filter,
  values,
  onSet,
  words,
  onDone,
  autoFocus,
}: AutocompleteEditorProps) => {
  const chosen = listOf(values, filter.key).map((value) => ({ value, label: words.wordOf(filter, value) }));
  const load = async (term: string, signal: AbortSignal) => {
    const options = await filter.load(term, signal);
    return options.map((option) => ({ ...option, value: String(option.value) }));
  };
  const choose = (options: readonly AsyncOption[]) => {
    const texts = options.map(({ value, label }) => ({ value: String(value), label }));
    words.learn(filter, texts);
    const ids = texts.map((option) => option.value);
    onSet({ [filter.key]: filter.multiple ? ids : ids[0] });
  };
  const shared = { label: filter.label, load, autoFocus, ...(filter.hint && { hint: filter.hint }) };
  if (filter.multiple)
    return <AsyncAutocomplete<AsyncOption> {...shared} multiple value={chosen} onChange={choose} />;
  return (
    <AsyncAutocomplete<AsyncOption>
      {...shared}
      value={chosen[0] ?? null}
      onChange={(option) => {
        choose(option ? [option] : []);
        if (option) onDone();
      }}
    />
  );
};
