import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { CloseButton, CloseCross, DialogFrame } from '../frame/DialogFrame.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import { clearFilters } from './filters.ts';
import type { FiltersProps } from './filtersProps.ts';

interface FilterDialogProps extends FiltersProps {
  open: boolean;
  onClose: () => void;
}

const stay = () => undefined;

/** All filters below one another, filling a phone's screen. */
export const FilterDialog = ({ open, onClose, filters, ...props }: FilterDialogProps) => (
  <DialogFrame open={open} onClose={onClose} asks={false} fullScreen aria-labelledby="filtros-titulo">
    <DialogTitle
      id="filtros-titulo"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
    >
      Filtros
      <CloseCross aria-label="Fechar">
        <CloseIcon />
      </CloseCross>
    </DialogTitle>
    <DialogContent
      sx={{ display: 'grid', gap: 5, alignContent: 'start', '& fieldset': { maxHeight: 'none' } }}
    >
      {filters.map((filter) => (
        <section key={filter.key} aria-label={filter.label}>
          {filter.kind === 'dateRange' && <p style={{ margin: '0 0 4px', fontSize: 13 }}>{filter.label}</p>}
          <FilterEditor filter={filter} {...props} onDone={stay} />
        </section>
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
