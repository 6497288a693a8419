import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type DragEvent, useState } from 'react';
import { themeColors } from '../../theme/theme.tsx';
import { useLabels } from '../../words.ts';
import type { Column, Density } from '../DataTable/columns.ts';
import type { ColumnChooserProps } from './ColumnChooser.tsx';
import {
  type ColumnPreferences,
  DEFAULT_PREFERENCES,
  isVisible,
  moveItem,
  orderedColumns,
} from './useColumnPreferences.ts';

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
      <ColumnList columns={useLabels(columns)} preferences={preferences} onChange={onChange} />
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
    <ToggleButton value="comfortable" autoFocus={value === 'comfortable'}>
      Confortável
    </ToggleButton>
    <ToggleButton value="compact" autoFocus={value === 'compact'}>
      Compacta
    </ToggleButton>
  </ToggleButtonGroup>
);

interface ColumnListProps<Row> {
  columns: readonly Column<Row>[];
  preferences: ColumnPreferences;
  onChange: (preferences: ColumnPreferences) => void;
}

/** The columns in order, each with a checkbox to show it; moved by dragging or with buttons. */
const ColumnList = <Row,>({ columns, preferences, onChange }: ColumnListProps<Row>) => {
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState('');
  const ordered = orderedColumns(columns, preferences);
  const ids = ordered.map((column) => column.id);

  /** An on-demand column has a position only while it is shown. */
  const isPlaced = (id: string) => {
    const column = ordered.find((each) => each.id === id);
    return column !== undefined && (!column.onDemand || isVisible(column, preferences));
  };

  const move = (from: number, to: number) => {
    const order = moveItem(ids, from, to);
    if (order[to] !== ids[from]) return;
    setSaid(`${ordered[from]?.label}: posição ${to + 1} de ${ids.length}`);
    onChange({ ...preferences, order: order.filter((id) => id === ids[from] || isPlaced(id)) });
  };
  const show = (id: string, shown: boolean) => {
    const others = preferences.hidden.filter((hidden) => hidden !== id);
    const placed = shown && !isPlaced(id) ? [...ids.filter(isPlaced), id] : preferences.order;
    onChange({ ...preferences, order: placed, hidden: shown ? others : [...others, id] });
  };
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== undefined) move(dragged, to);
    setDragged(undefined);
  };

  return (
    <>
      <List aria-label="Colunas">
        {ordered.map((column, index) => (
          <li
            key={column.id}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, index)}
            data-dragged={dragged === index || undefined}
          >
            <DragIndicatorIcon aria-hidden fontSize="small" />
            <label>
              <input
                type="checkbox"
                checked={isVisible(column, preferences)}
                disabled={column.hideable === false}
                onChange={(event) => show(column.id, event.target.checked)}
              />
              {column.label}
            </label>
            <IconButton
              size="small"
              aria-label={`Mover ${column.label} para cima`}
              title="Mover para cima"
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <ArrowUpwardIcon fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              aria-label={`Mover ${column.label} para baixo`}
              title="Mover para baixo"
              disabled={index === ids.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <ArrowDownwardIcon fontSize="small" />
            </IconButton>
          </li>
        ))}
      </List>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
};

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: '12px 0 8px',
  padding: 0,
  maxHeight: 360,
  overflowY: 'auto',
  '& li': { display: 'flex', alignItems: 'center', gap: 4, minHeight: 32, cursor: 'grab', borderRadius: 6 },
  '& li:hover': { backgroundColor: themeColors(theme).action.hover },
  '& li[data-dragged]': { opacity: 0.5 },
  '& li > svg': { color: themeColors(theme).text.secondary },
  '& label': { flex: 1, display: 'flex', alignItems: 'center', gap: 8, fontSize: 13, cursor: 'pointer' },
  '& input': { width: 16, height: 16, margin: 0, accentColor: themeColors(theme).primary.main },
}));

const VisuallyHidden = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
});
