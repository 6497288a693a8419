import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent, useRef } from 'react';
import { useOnceDrawn } from '../parts/PartsList.tsx';

interface PickGroundProps {
  /** Pointer in the data of the selected part, without list indexes: '/contatos/nome'. */
  chosen: string | null;
  onPick: (pointer: string) => void;
  /** Called for Alt with the arrow keys; absent when nothing can be moved. */
  onMove?: ((by: -1 | 1) => void) | undefined;
  children: ReactNode;
}

/** A form whose fields are selected by a press or by tabbing to them; the selected one is outlined. */
export function FieldPicker({ chosen, onPick, onMove, children }: PickGroundProps) {
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

/** '/contatos/0/nome' → '/contatos/nome': each row of a list has the same fields. */
const plainPointer = (pointer: string) => pointer.replace(/\/\d+(?=\/|$)/g, '');

const Ground = styled('div')({ '& [data-campo]': { borderRadius: 6 } });

const Frame = styled('div', { shouldForwardProp: (name) => name !== 'pointer' })<{ pointer: string }>(
  ({ theme, pointer }) => {
    if (pointer === '') return {};
    const parts = pointer.split('/').slice(1);
    // A field of a list occurs once per row.
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
  /** What can be added: 'Campo'. Without `onAdd` the button is disabled. */
  adds: readonly { label: string; onAdd: (() => void) | undefined }[];
  /** Moves and removes the selected part; `remove` is absent when it cannot be removed. */
  onMove: (by: -1 | 1) => void;
  mayMove: (by: -1 | 1) => boolean;
  remove?: { label: string; onRemove: () => void } | undefined;
  children?: ReactNode;
}

/** The actions for the part selected in a picture. A button that cannot be pressed again hands on the focus. */
export function PictureTools({ adds, onMove, mayMove, remove, children }: PictureToolsProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const onceDrawn = useOnceDrawn();
  const press =
    (act: () => void) =>
    ({ currentTarget: pressed }: MouseEvent<HTMLButtonElement>) => {
      onceDrawn(() => {
        if (pressed.disabled && [pressed, document.body].includes(document.activeElement as HTMLElement))
          toolbar.current?.querySelector<HTMLElement>('button:enabled')?.focus();
      });
      act();
    };
  return (
    <div ref={toolbar} role="toolbar" aria-label="Mudar o desenho" className="acts">
      {adds.map(({ label, onAdd }, index) => (
        <Button
          key={label}
          size="small"
          variant={index === 0 ? 'contained' : 'outlined'}
          startIcon={<AddOutlined />}
          disabled={!onAdd}
          onClick={onAdd && press(onAdd)}
        >
          {label}
        </Button>
      ))}
      <Button
        size="small"
        startIcon={<KeyboardArrowUp />}
        aria-keyshortcuts="Alt+ArrowUp"
        disabled={!mayMove(-1)}
        onClick={press(() => onMove(-1))}
      >
        Antes
      </Button>
      <Button
        size="small"
        startIcon={<KeyboardArrowDown />}
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={!mayMove(1)}
        onClick={press(() => onMove(1))}
      >
        Depois
      </Button>
      <Button
        size="small"
        color="error"
        startIcon={<DeleteOutlined />}
        disabled={!remove}
        onClick={remove && press(remove.onRemove)}
      >
        {remove?.label ?? 'Retirar'}
      </Button>
      {children}
    </div>
  );
}
