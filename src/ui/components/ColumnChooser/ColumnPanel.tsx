import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import type { ColumnChooserProps } from './ColumnChooser.tsx';
import { ColumnList } from './ColumnList.tsx';
import { DEFAULT_PREFERENCES } from './columnPreferences.ts';
import { DensityChoice } from './DensityChoice.tsx';

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
