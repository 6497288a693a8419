import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Density } from '../DataTable/columns.ts';

interface DensityChoiceProps {
  value: Density;
  onChange: (density: Density) => void;
}

export const DensityChoice = ({ value, onChange }: DensityChoiceProps) => (
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
