import ViewColumnIcon from '@mui/icons-material/ViewColumn';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { useState } from 'react';
import type { Column } from '../DataTable/columns.ts';
import { ColumnList } from './ColumnList.tsx';
import { type ColumnPreferences, DEFAULT_PREFERENCES } from './columnPreferences.ts';
import { DensityChoice } from './DensityChoice.tsx';

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  preferences: ColumnPreferences;
  onChange: (preferences: ColumnPreferences) => void;
  /** What 'Restaurar padrão' leads to, where it is not every column at full height. */
  defaults?: ColumnPreferences;
}

/** The button at the end of a list's bar that chooses and orders its columns and sets the row height. */
export const ColumnChooser = <Row,>({
  columns,
  preferences,
  onChange,
  defaults = DEFAULT_PREFERENCES,
}: ColumnChooserProps<Row>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label="Colunas e densidade"
        title="Colunas e densidade"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ViewColumnIcon />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
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
    </>
  );
};
