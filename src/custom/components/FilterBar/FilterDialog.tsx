import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
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
  <Dialog open={open} onClose={onClose} fullScreen aria-labelledby="filtros-titulo">
    <DialogTitle
      id="filtros-titulo"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
    >
      Filtros
      <IconButton aria-label="Fechar" onClick={onClose}>
        <CloseIcon />
      </IconButton>
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
      <Button variant="contained" onClick={onClose}>
        Ver resultados
      </Button>
    </DialogActions>
  </Dialog>
);
