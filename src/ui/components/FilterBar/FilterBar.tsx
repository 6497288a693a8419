import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import FilterListIcon from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId, useState } from 'react';
import { themeColors } from '../../theme/theme.tsx';
import { PHONE, useIsPhone, useIsPrinted } from '../../theme/windowWidth.ts';
import { useLabels } from '../../words.ts';
import { CloseButton, CloseCross, DialogFrame } from '../frame/DialogFrame.tsx';
import { FilterChip } from './FilterChip.tsx';
import { FilterEditor } from './FilterEditor.tsx';
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

const noop = () => undefined;

const Fold = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    borderBottom: `1px solid ${color.divider}`,
    '& > button': {
      font: 'inherit',
      color: 'inherit',
      textAlign: 'start',
      display: 'flex',
      alignItems: 'center',
      gap: 8,
      width: '100%',
      minHeight: 48,
      padding: '4px 0',
      border: 0,
      background: 'none',
      cursor: 'pointer',
      '&:focus-visible': { outline: `2px solid ${color.primary.main}`, outlineOffset: -2 },
    },
    '& .name': { fontWeight: 500, flex: 'none', maxWidth: '60%' },
    '& .set': {
      flex: 1,
      minWidth: 0,
      fontSize: 14,
      color: color.text.secondary,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& svg': { marginLeft: 'auto', flex: 'none' },
    '& > section': { padding: '0 0 12px' },
    '& legend': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  };
});

const FoldedFilter = ({ filter, alone, ...props }: FoldedFilterProps) => {
  const [open, setOpen] = useState(alone);
  const id = useId();
  const active = isActive(filter, props.values);
  const sentence = sentenceOf(filter, props.values, (value) => props.wordOf(filter, value));
  return (
    <Fold>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className="name">{filter.label}</span>
        {active && <span className="set">{sentence}</span>}
        <ExpandMoreIcon aria-hidden sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
      </button>
      <section id={id} aria-label={filter.label} hidden={!open}>
        {open && <FilterEditor filter={filter} {...props} onDone={noop} />}
      </section>
    </Fold>
  );
};

/** All filters stacked in full screen on a phone; each expands its options when pressed. */
const FilterDialog = ({ open, onClose, filters, ...props }: FilterDialogProps) => (
  <DialogFrame
    open={open}
    onClose={onClose}
    confirmsDiscard={false}
    fullScreen
    aria-labelledby="filtros-titulo"
  >
    <DialogTitle
      id="filtros-titulo"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
    >
      Filtros
      <CloseCross aria-label="Fechar">
        <CloseIcon />
      </CloseCross>
    </DialogTitle>
    <DialogContent sx={{ '& fieldset': { maxHeight: 'none' } }}>
      {filters.map((filter) => (
        <FoldedFilter key={filter.key} filter={filter} alone={filters.length === 1} {...props} />
      ))}
    </DialogContent>
    <DialogActions>
      <Button color="inherit" onClick={() => props.onChange(clearFilters(filters, props.values))}>
        Limpar filtros
      </Button>
      <CloseButton variant="contained">Ver resultados</CloseButton>
    </DialogActions>
  </DialogFrame>
);

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

interface FilterDialogProps extends FiltersProps {
  open: boolean;
  onClose: () => void;
}

interface FoldedFilterProps extends Omit<FiltersProps, 'filters'> {
  filter: Filter;
  alone: boolean;
}
