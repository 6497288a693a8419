import ViewColumnIcon from '@mui/icons-material/ViewColumn';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { lazyScreen } from '../../shell/loadLater.tsx';
import type { Column } from '../DataTable/columns.ts';
import type { ColumnPreferences } from './useColumnPreferences.ts';

export interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  preferences: ColumnPreferences;
  onChange: (preferences: ColumnPreferences) => void;
  /** The preferences that 'Restaurar padrão' restores; by default, all columns with the standard row height. */
  defaults?: ColumnPreferences;
}

/** The button at the end of a list's bar for choosing and ordering columns and setting the row height. */
export const ColumnChooser = <Row,>(props: ColumnChooserProps<Row>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [requested, setRequested] = useState(false);
  return (
    <>
      <IconButton
        aria-label="Colunas e densidade"
        title="Colunas e densidade"
        aria-haspopup="dialog"
        onClick={(event) => {
          setRequested(true);
          setAnchor(event.currentTarget);
        }}
      >
        <ViewColumnIcon />
      </IconButton>
      {requested && (
        <Suspense>
          <ColumnPanel {...props} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
};

const ColumnPanel = lazyScreen(() => import('./ColumnPanel.tsx'), 'ColumnPanel');
