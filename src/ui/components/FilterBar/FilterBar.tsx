import AddIcon from '@mui/icons-material/Add';
import FilterListIcon from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyScreen, whenIdle } from '../../shell/loadLater.tsx';
import { PHONE, useIsPhone, useIsPrinted } from '../../theme/windowWidth.ts';
import { useLabels } from '../../words.ts';
import { FilterChip } from './FilterChip.tsx';
import {
  clearFilters,
  type Filter,
  type FiltersProps,
  type FilterValues,
  isActive,
  listOf,
  sentenceOf,
  useFilterWords,
  withValues,
} from './filters.ts';
import { SearchField } from './SearchField.tsx';

interface FilterBarProps {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  /** The search field: its key among the values, and its label ('Buscar tickets'). */
  search?: { key: string; label: string; placeholder?: string };
  /** Debounce of the search, in ms. */
  debounceMs?: number;
  /** Shown at the end of the bar: columns, density, export. */
  children?: ReactNode;
}

const AddFilterMenu = ({ filters, onAdd }: AddFilterMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (filters.length === 0) return null;
  const add = (key: string) => {
    setAnchor(null);
    onAdd(key);
  };
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Adicionar filtro
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {filters.map((filter) => (
          <MenuItem key={filter.key} onClick={() => add(filter.key)}>
            {filter.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

const Chips = (props: FiltersProps) => {
  const { filters, values, onChange } = props;
  // A filter just added from the menu is shown open in the bar before it has a value.
  const [added, setAdded] = useState<string>();
  const shown = filters.filter((filter) => filter.pinned || filter.key === added || isActive(filter, values));
  const hasActive = filters.some((filter) => isActive(filter, values));
  return (
    <>
      {shown.map((filter) => (
        <FilterChip
          key={filter.key}
          {...props}
          filter={filter}
          initiallyOpen={filter.key === added}
          onClosed={() => setAdded(undefined)}
        />
      ))}
      <AddFilterMenu filters={filters.filter((filter) => !shown.includes(filter))} onAdd={setAdded} />
      {hasActive && (
        <Button size="small" color="inherit" onClick={() => onChange(clearFilters(filters, values))}>
          Limpar filtros
        </Button>
      )}
    </>
  );
};

const PhoneFilters = (props: FiltersProps) => {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const count = props.filters.filter((filter) => isActive(filter, props.values)).length;
  useEffect(() => void whenIdle(() => void FilterDialog.preload()), []);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<FilterListIcon />}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
          setWasOpened(true);
        }}
      >
        {count > 0 ? `Filtros (${count})` : 'Filtros'}
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <FilterDialog {...props} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

/** A dialog weighs too much for the first list, which most people see beside its filters. */
const FilterDialog = lazyScreen(() => import('./FilterDialog.tsx'), 'FilterDialog');

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  // On a page with a fixed height, the table shrinks and the filters never do.
  flexShrink: 0,
  // On a phone the tools have their place beside the filters from the start, so that nothing moves down when they appear.
  [PHONE]: { '&:has(> .end) > div': { flexBasis: '100%' } },
  '& .end': { display: 'inline-flex', alignItems: 'center', gap: 4, marginLeft: 'auto' },
});

/** The search field, and filters as chips that read as sentences; on a phone the filters fill the screen. */
export const FilterBar = (props: FilterBarProps) => {
  const { values, onChange, search } = props;
  const filters = useLabels(props.filters);
  const isPhone = useIsPhone();
  const { wordOf, learn } = useFilterWords(filters, values);
  const setSearch = (text: string) => search && onChange(withValues(values, { [search.key]: text }));
  const shared = { filters, values, onChange, wordOf, learn };
  const isPrinted = useIsPrinted();
  return (
    <>
      {isPrinted && <PrintedFilters {...shared} search={search} />}
      <Bar role="search" aria-label="Filtros">
        {search && (
          <SearchField
            label={search.label}
            placeholder={search.placeholder}
            value={String(values[search.key] ?? '')}
            onChange={setSearch}
            debounceMs={props.debounceMs ?? 400}
          />
        )}
        {filters.length > 0 && (isPhone ? <PhoneFilters {...shared} /> : <Chips {...shared} />)}
        {props.children && <span className="end">{props.children}</span>}
      </Bar>
    </>
  );
};

/** What the rows on paper were filtered by, in words. */
const PrintedFilters = ({
  filters,
  values,
  wordOf,
  search,
}: FiltersProps & Pick<FilterBarProps, 'search'>) => {
  const searched = search && listOf(values, search.key).join(' ');
  const words = filters
    .filter((filter) => isActive(filter, values))
    .map((filter) => `${filter.label}: ${sentenceOf(filter, values, (value) => wordOf(filter, value))}`);
  if (searched) words.unshift(`Busca: ${searched}`);
  return words.length > 0 ? <p>{words.join(' · ')}</p> : null;
};

interface AddFilterMenuProps {
  /** Filters that are not in the bar yet. */
  filters: readonly Filter[];
  onAdd: (key: string) => void;
}
