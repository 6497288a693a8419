import AddIcon from '@mui/icons-material/Add';
import FilterListIcon from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { FilterChip } from './FilterChip.tsx';
import { FilterDialog } from './FilterDialog.tsx';
import { clearFilters, type Filter, type FilterValues, isActive, withValues } from './filters.ts';
import { SearchField } from './SearchField.tsx';
import type { FiltersProps } from './useFilterWords.ts';
import { useFilterWords } from './useFilterWords.ts';

export interface FilterBarProps {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  /** The search field: its name among the values, and its label ('Buscar tickets'). */
  search?: { key: string; label: string; placeholder?: string };
  /** Pause after the last key of the search, ms. */
  debounceMs?: number;
  /** At the end of the bar: columns, density, export. */
  children?: ReactNode;
}

/** Search, and filters as chips that read as sentences; on a phone the filters fill the screen. */
export const FilterBar = (props: FilterBarProps) => {
  const { filters, values, onChange, search } = props;
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const { wordOf, learn } = useFilterWords(filters, values);
  const setSearch = (text: string) => search && onChange(withValues(values, { [search.key]: text }));
  const shared = { filters, values, onChange, wordOf, learn };
  return (
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
  );
};

const Chips = (props: FiltersProps) => {
  const { filters, values, onChange } = props;
  // A filter just chosen from the menu stands in the bar, open, before it has a value.
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
  const count = props.filters.filter((filter) => isActive(filter, props.values)).length;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<FilterListIcon />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {count > 0 ? `Filtros (${count})` : 'Filtros'}
      </Button>
      <FilterDialog {...props} open={open} onClose={() => setOpen(false)} />
    </>
  );
};

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  // A page as high as the window takes its height from the table, never from the filters.
  flexShrink: 0,
  // On a phone the tools stand beside the filters from the start, so that nothing is pushed down when they come.
  '@media (max-width:599.95px)': { '&:has(> .end) > div': { flexBasis: '100%' } },
  '& .end': { display: 'inline-flex', alignItems: 'center', gap: 4, marginLeft: 'auto' },
});

interface AddFilterMenuProps {
  /** Those that are not in the bar yet. */
  filters: readonly Filter[];
  onAdd: (key: string) => void;
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
