import DragIndicator from '@mui/icons-material/DragIndicator';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type DragEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface Part {
  /** Unique among its siblings, and stable across moves. */
  id: string;
  label: string;
  second?: string | undefined;
  mark?: ReactNode;
  /** Number of errors within it. */
  problems: number;
  /** Rendered below it, such as a step's transitions. */
  children?: ReactNode;
}

interface PartsListProps {
  label: string;
  parts: readonly Part[];
  selected: number | null;
  onSelect: (index: number) => void;
  /** When absent, the order cannot be changed. */
  onMove?: ((from: number, to: number) => void) | undefined;
}

/**
 * An ordered list of parts: selected by click or Enter; moved by dragging, with their arrow buttons, or with Alt and the
 * arrow keys.
 */
export function PartsList({ label, parts, selected, onSelect, onMove }: PartsListProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const onceDrawn = useOnceDrawn();
  const move = (from: number, to: number) => {
    if (!onMove || from === to || to < 0 || to >= parts.length) return;
    const { id } = parts[from] as Part;
    onceDrawn(() => list.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(id)}"]`)?.focus());
    onMove(from, to);
    setSaid(`${parts[from]?.label} agora é a ${to + 1}ª de ${parts.length}.`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (event.altKey) move(index, index + step);
    else list.current?.querySelectorAll<HTMLElement>(':scope > li > .row > .choose')[index + step]?.focus();
  };
  const dragEvents = (index: number) =>
    onMove && {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(index);
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(index);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null) move(dragged, index);
      },
      onDragEnd: () => {
        setDragged(null);
        setOver(null);
      },
    };
  return (
    <>
      <PartRows ref={list} aria-label={label}>
        {parts.map((part, index) => (
          <li key={part.id}>
            <div
              className="row"
              data-chosen={selected === index || undefined}
              data-over={(over === index && dragged !== index) || undefined}
              {...dragEvents(index)}
            >
              {onMove && <DragIndicator className="grip" fontSize="small" aria-hidden />}
              <button
                type="button"
                className="choose"
                data-part={part.id}
                aria-current={selected === index || undefined}
                aria-keyshortcuts={onMove && 'Alt+ArrowUp Alt+ArrowDown'}
                onClick={() => onSelect(index)}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                {part.mark}
                <span className="names">
                  <span>{part.label}</span>
                  {part.second && <small>{part.second}</small>}
                </span>
                {part.problems > 0 && (
                  <ErrorOutlined className="wrong" fontSize="small" titleAccess="Com problemas" />
                )}
              </button>
              {onMove && selected === index && (
                <span className="arrows">
                  <IconButton
                    size="small"
                    aria-label={`Subir ${part.label}`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <KeyboardArrowUp fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={`Descer ${part.label}`}
                    disabled={index === parts.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <KeyboardArrowDown fontSize="small" />
                  </IconButton>
                </span>
              )}
            </div>
            {part.children}
          </li>
        ))}
      </PartRows>
      <span
        role="status"
        style={{ position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' }}
      >
        {said}
      </span>
    </>
  );
}

/** Rows of parts; nested ones are indented. */
export const PartRows = styled('ol')(({ theme }) => {
  const { actions, components } = theme.vars.palette;
  return {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    fontSize: 13,
    '& ol': { paddingLeft: 16, marginLeft: 12, borderLeft: `1px solid ${components.linha}` },
    '& .row': {
      display: 'flex',
      alignItems: 'center',
      minHeight: 36,
      borderRadius: 6,
      borderTop: '2px solid transparent',
      '&:hover': { backgroundColor: components.realce },
      '&[data-chosen]': { backgroundColor: components.selecionado },
      '&[data-over]': { borderTopColor: components.foco },
    },
    '& ol .row': { minHeight: 30 },
    '& .grip': { flex: 'none', color: components.textoFraco, cursor: 'grab' },
    '& .choose': {
      flex: 1,
      minWidth: 0,
      display: 'flex',
      alignItems: 'center',
      gap: 6,
      padding: '4px 6px',
      border: 0,
      borderRadius: 6,
      background: 'none',
      color: components.texto,
      font: 'inherit',
      textAlign: 'left',
      cursor: 'pointer',
      '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    },
    '& .names': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    '& .names small': { display: 'block', fontSize: 12, color: components.textoSecundario },
    '& .wrong': { flex: 'none', color: actions.perigo.text },
    '& .arrows': { flex: 'none', display: 'flex' },
    '& .arrows button': { padding: 4 },
  };
});

/**
 * Runs an action once the change has been rendered, before the next key event, so that the focus stays on the moved element.
 */
export function useOnceDrawn(): (act: () => void) => void {
  const next = useRef<(() => void) | undefined>(undefined);
  useLayoutEffect(() => {
    next.current?.();
    next.current = undefined;
  });
  return (act) => {
    next.current = act;
  };
}
