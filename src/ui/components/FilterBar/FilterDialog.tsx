import CloseIcon from '@mui/icons-material/Close';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { themeColors } from '../../theme/theme.tsx';
import { CloseButton, CloseCross, DialogFrame } from '../frame/DialogFrame.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import { clearFilters, type Filter, type FiltersProps, isActive, sentenceOf } from './filters.ts';

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
export const FilterDialog = ({ open, onClose, filters, ...props }: FilterDialogProps) => (
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

interface FilterDialogProps extends FiltersProps {
  open: boolean;
  onClose: () => void;
}

interface FoldedFilterProps extends Omit<FiltersProps, 'filters'> {
  filter: Filter;
  alone: boolean;
}
