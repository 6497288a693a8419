import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Density } from '../DataTable/columns.ts';
import type { ColumnChooserProps } from './ColumnChooser.tsx';
import { ColumnList } from './ColumnList.tsx';
import { DEFAULT_PREFERENCES } from './columnPreferences.ts';

interface ColumnPanelProps extends ColumnChooserProps<never> {
  anchor: HTMLElement | null;
  onClose: () => void;
}

export function ColumnPanel({
  columns,
  preferences,
  onChange,
  defaults = DEFAULT_PREFERENCES,
  anchor,
  onClose,
}: ColumnPanelProps) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': 'Colunas e densidade', sx: { width: 300, p: 3 } },
      }}
    >
      <DensityChoice
        value={preferences.density}
        onChange={(density) => onChange({ ...preferences, density })}
      />
      <ColumnList columns={columns} preferences={preferences} onChange={onChange} />
      <Button size="small" onClick={() => onChange(defaults)}>
        Restaurar padrão
      </Button>
    </Popover>
  );
}

interface DensityChoiceProps {
  value: Density;
  onChange: (density: Density) => void;
}

const DensityChoice = ({ value, onChange }: DensityChoiceProps) => (
  <ToggleButtonGroup
    exclusive
    fullWidth
    size="small"
    aria-label="Altura das linhas"
    value={value}
    onChange={(_, density: Density | null) => density && onChange(density)}
  >
    <ToggleButton value="comfortable">Confortável</ToggleButton>
    <ToggleButton value="compact">Compacta</ToggleButton>
  </ToggleButtonGroup>
);
