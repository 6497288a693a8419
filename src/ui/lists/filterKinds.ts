import type {
  ChoiceFilter,
  DateRangeFilter,
  FilterOption,
  LazyOptions,
} from '../components/FilterBar/filters.ts';

interface FilterPlace {
  /** Keeps the chip in the bar even while the filter is not set. */
  pinned?: boolean;
}

type Choices = readonly FilterOption[] | LazyOptions;

/** Of a catalogue's rows only value and word belong to the wire and the chip. */
const optionsOf = (choices: Choices): ChoiceFilter['options'] =>
  'queryFn' in choices
    ? choices
    : choices.map((row) => ({
        value: row.value,
        get label() {
          return row.label;
        },
      }));

/** One value of a catalogue, or of what a call answers (laterOptions): `oneOf('tipo', 'Tipo', pickupType)`. */
export const oneOf = (
  key: string,
  label: string,
  choices: Choices,
  place: FilterPlace = {},
): ChoiceFilter => ({ key, label, kind: 'select', options: optionsOf(choices), ...place });

/** Several values at once. */
export const someOf = (
  key: string,
  label: string,
  choices: Choices,
  place: FilterPlace = {},
): ChoiceFilter => ({ key, label, kind: 'multiselect', options: optionsOf(choices), ...place });

/** A yes or no on the wire, in words that say what each finds. */
export const eitherOf = (
  key: string,
  label: string,
  [yes, no]: readonly [yes: string, no: string],
  place: FilterPlace = {},
): ChoiceFilter =>
  oneOf(
    key,
    label,
    [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
    place,
  );

/** From a day to a day; by the names that the routes have for both ends, unless these have others. */
export const period = (
  label: string,
  {
    ends: [fromKey, toKey] = ['dtIni', 'dtFim'],
    ...place
  }: FilterPlace & { ends?: [from: string, to: string] } = {},
): DateRangeFilter => ({ key: 'periodo', label, kind: 'dateRange', fromKey, toKey, ...place });
