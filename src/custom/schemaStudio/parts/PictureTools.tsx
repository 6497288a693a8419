import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface PictureToolsProps {
  /** What may be added: 'Campo'; without `onAdd` not yet. */
  adds: readonly { label: string; onAdd: (() => void) | undefined }[];
  /** Of what is chosen; absent where it may not be done. */
  onMove: (by: -1 | 1) => void;
  mayMove: (by: -1 | 1) => boolean;
  remove?: { label: string; onRemove: () => void } | undefined;
  children?: ReactNode;
}

/** What is done to the part that is chosen in a picture. */
export const PictureTools = ({ adds, onMove, mayMove, remove, children }: PictureToolsProps) => (
  <div role="toolbar" aria-label="Mudar o desenho" className="acts">
    {adds.map(({ label, onAdd }, index) => (
      <Button
        key={label}
        size="small"
        variant={index === 0 ? 'contained' : 'outlined'}
        startIcon={<AddOutlined />}
        disabled={!onAdd}
        onClick={onAdd}
      >
        {label}
      </Button>
    ))}
    <Button
      size="small"
      startIcon={<KeyboardArrowUp />}
      aria-keyshortcuts="Alt+ArrowUp"
      disabled={!mayMove(-1)}
      onClick={() => onMove(-1)}
    >
      Antes
    </Button>
    <Button
      size="small"
      startIcon={<KeyboardArrowDown />}
      aria-keyshortcuts="Alt+ArrowDown"
      disabled={!mayMove(1)}
      onClick={() => onMove(1)}
    >
      Depois
    </Button>
    <Button
      size="small"
      color="error"
      startIcon={<DeleteOutlined />}
      disabled={!remove}
      onClick={() => remove?.onRemove()}
    >
      {remove?.label ?? 'Retirar'}
    </Button>
    {children}
  </div>
);
