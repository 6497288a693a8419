import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { themeColors } from '../../theme/theme.tsx';

const MIN_WIDTH = 48;
const MAX_WIDTH = 800;
const STEP = 16;

interface ColumnGripProps {
  id: string;
  label: string;
  /** Only one of a table's grips is in the tab order; the arrow keys move to the others. */
  reached: boolean;
  /** Null restores sizing by contents. */
  onResize: (id: string, width: number | null) => void;
}

/**
 * A column's resize handle: dragged by pointer, moved with the arrow keys, reset to the contents by a double click or Home.
 */
export function ColumnResizeHandle({ id, label, reached, onResize }: ColumnGripProps) {
  const grip = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ from: number; width: number; now: number } | null>(null);
  const width = () => grip.current?.closest('th')?.offsetWidth ?? 0;

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    if (by) onResize(id, within(width() + by));
    else if (event.key === 'Home') onResize(id, null);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      neighbour(grip.current, event.key === 'ArrowUp' ? -1 : 1)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drawn.current = { from: event.clientX, width: width(), now: width() };
  };
  const onPointerMove = (event: PointerEvent) => {
    const { current } = drawn;
    if (!current) return;
    current.now = within(current.width + event.clientX - current.from);
    // Only the column is resized during the drag; the rows are re-rendered once at the end.
    const place = grip.current
      ?.closest('table')
      ?.querySelector<HTMLElement>(`col[data-id="${CSS.escape(id)}"]`);
    if (place) place.style.width = `${current.now}px`;
  };
  const onPointerUp = () => {
    const { current } = drawn;
    drawn.current = null;
    if (current && current.now !== current.width) onResize(id, current.now);
  };
  return (
    <Grip
      ref={grip}
      role="slider"
      tabIndex={reached ? 0 : -1}
      aria-label={`Largura da coluna ${label}`}
      aria-orientation="horizontal"
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={within(width())}
      title="Arraste para mudar a largura; dois cliques a devolvem ao conteúdo"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onLostPointerCapture={onPointerUp}
      onDoubleClick={() => onResize(id, null)}
    >
      <span />
    </Grip>
  );
}

const within = (width: number) => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width)));

const neighbour = (grip: HTMLElement | null, by: -1 | 1) => {
  const all = [...(grip?.closest('tr')?.querySelectorAll<HTMLElement>('[role=slider]') ?? [])];
  return grip ? all[all.indexOf(grip) + by] : undefined;
};

const Grip = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    position: 'absolute',
    top: 0,
    bottom: 0,
    right: 0,
    // The width of the focus indicator; the pointer only reacts to the edge, so that the heading can still be pressed.
    width: 24,
    pointerEvents: 'none',
    '& span': {
      position: 'absolute',
      inset: '0 0 0 auto',
      width: 9,
      pointerEvents: 'auto',
      cursor: 'col-resize',
      touchAction: 'none',
    },
    '&::after': {
      content: '""',
      position: 'absolute',
      top: 8,
      bottom: 8,
      right: 0,
      width: 1,
      backgroundColor: color.divider,
    },
    '&:hover::after, &:focus-visible::after': { width: 2, backgroundColor: color.primary.main },
  };
});
