import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';

interface PickGroundProps {
  /** Pointer in the data of the part that is chosen, places of lists left out: '/contatos/nome'. */
  chosen: string | null;
  onPick: (pointer: string) => void;
  /** Alt with the arrows; absent where nothing may be moved. */
  onMove?: ((by: -1 | 1) => void) | undefined;
  children: ReactNode;
}

/** A form whose fields are chosen by touching them or by coming to them with Tab; the chosen one is framed. */
export function PickGround({ chosen, onPick, onMove, children }: PickGroundProps) {
  const pick = (event: SyntheticEvent) => {
    const field = (event.target as Element).closest<HTMLElement>('[data-campo]');
    const pointer = field && plainPointer(field.dataset.campo ?? '');
    if (pointer && pointer !== chosen) onPick(pointer);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
    if (!event.altKey || !by || !onMove) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  };
  return (
    <Ground onClick={pick} onFocus={pick} onKeyDownCapture={onKeyDown}>
      <Frame pointer={chosen ?? ''}>{children}</Frame>
    </Ground>
  );
}

/** '/contatos/0/nome' → '/contatos/nome': each row of a list is the same field. */
const plainPointer = (pointer: string) => pointer.replace(/\/\d+(?=\/|$)/g, '');

const Ground = styled('div')({ '& [data-campo]': { borderRadius: 6 } });

const Frame = styled('div', { shouldForwardProp: (name) => name !== 'pointer' })<{ pointer: string }>(
  ({ theme, pointer }) => {
    if (pointer === '') return {};
    const parts = pointer.split('/').slice(1);
    // A field of a list stands once for each row.
    const inList =
      parts.length > 1 ? `, & [data-campo^="/${parts[0]}/"][data-campo$="/${parts.at(-1)}"]` : '';
    return {
      [`& [data-campo="${pointer}"]${inList}`]: {
        outline: `2px solid ${theme.vars.palette.components.foco}`,
        outlineOffset: 6,
      },
    };
  },
);

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
