import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { BlockKind } from '#contract/rules/dashboards/dashboard.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { Hint } from '#ui/components/Hint.tsx';

/** One row of the grid, in pixels. */
const ROW = 76;
const GAP = 16;

/**
 * Twelve columns whose order is that of reading: a block never moves before one that stands earlier. On a phone each block has
 * the whole width and the height that it needs.
 */
export const DashboardGrid = ({ children }: { children: ReactNode }) => (
  <Room>
    <Columns data-in-order>{children}</Columns>
  </Room>
);

const MEDIUM = '@container painel (min-width: 560px)';
const WIDE = '@container painel (min-width: 860px)';

/** What counts is the room that there is, which in the studio is less than the window. */
const Room = styled('div')({ containerType: 'inline-size', containerName: 'painel' });

const Columns = styled('div')({
  display: 'grid',
  gap: GAP,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [MEDIUM]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', gridAutoRows: `minmax(${ROW}px, auto)` },
  [WIDE]: { gridTemplateColumns: 'repeat(12, minmax(0, 1fr))' },
  // On paper figures stand side by side and all else below them, each as high as what it shows.
  '@media print': { display: 'flex', flexWrap: 'wrap' },
});

/** Tiles and pictures in two rows are no list to be scrolled: the rows of the grid grow with them. */
const GROWING: readonly BlockKind[] = ['CONTADORES', 'CONTEUDO'];

/** A figure needs no line of its own. */
const FIGURES: readonly BlockKind[] = ['NUMERO', 'META'];

const OF_PLACE: ReadonlySet<PropertyKey> = new Set(['span', 'rows', 'grows', 'isFigure']);

const Cell = styled('section', { shouldForwardProp: (prop) => !OF_PLACE.has(prop) })<{
  span: number;
  rows: number;
  grows: boolean;
  isFigure: boolean;
}>(({ theme, span, rows, grows, isFigure }) => {
  const { components } = theme.vars.palette;
  return {
    position: 'relative',
    minWidth: 0,
    // On a phone it is as high as it needs, and reserves what it is to have elsewhere, so that nothing jumps.
    minHeight: rows * ROW,
    display: 'flex',
    flexDirection: 'column',
    padding: '10px 14px 12px',
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '& > header': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 28 },
    '& > header h2': {
      flex: 1,
      minWidth: 0,
      margin: 0,
      fontSize: '0.875rem',
      lineHeight: '20px',
      fontWeight: 600,
      overflowWrap: 'anywhere',
    },
    '& > .body': grows
      ? { flex: '1 0 auto' }
      : { flex: 1, minHeight: 0, maxHeight: '70dvh', overflow: 'auto' },
    '&[data-stale] > .body, &[data-stale] > footer': { opacity: 0.5 },
    '& > footer': { fontSize: '0.75rem', lineHeight: '16px', color: components.textoSecundario },
    [MEDIUM]: {
      gridColumn: `span ${span <= 4 ? 3 : 6}`,
      gridRow: `span ${rows}`,
      minHeight: 0,
      // Whatever else is longer than its place adds nothing to the height of its rows.
      ...(!grows && { '& > .body': { flex: '1 1 0px', maxHeight: 'none' } }),
    },
    [WIDE]: { gridColumn: `span ${span}` },
    '@media print': {
      display: 'block',
      flex: isFigure ? '1 1 auto' : '1 0 100%',
      minHeight: 0,
      breakInside: 'avoid',
    },
  };
});

interface GridCellProps extends HTMLAttributes<HTMLElement> {
  block: Pick<ShownBlock, 'tipo' | 'largura' | 'altura' | 'titulo'>;
  /** Its name where it shows no title. */
  name?: string;
  busy?: boolean;
  /** What it shows answers an earlier question, whose answer gives way to the next one. */
  stale?: boolean;
  /** Without it, nothing inside can be reached, and so neither scrolled. */
  reachable?: boolean;
  /** In the place of its title. */
  heading?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** A block in its place, under its title. */
export function GridCell({
  block,
  name,
  busy = false,
  stale = false,
  reachable = true,
  heading,
  actions,
  footer,
  children,
  ...section
}: GridCellProps) {
  const { tipo, largura, altura, titulo } = block;
  const body = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(body) && reachable;
  return (
    <Cell
      span={largura}
      rows={altura}
      grows={GROWING.includes(tipo)}
      isFigure={FIGURES.includes(tipo)}
      aria-label={titulo || name}
      aria-busy={busy || stale}
      data-stale={stale || undefined}
      {...section}
    >
      {(titulo || heading || actions) && (
        <header>
          {heading ?? <h2>{titulo}</h2>}
          {actions}
        </header>
      )}
      <div
        ref={body}
        className="body"
        inert={stale}
        {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': titulo || name })}
      >
        {children}
      </div>
      {footer && <footer>{footer}</footer>}
    </Cell>
  );
}

/** Whether there is more than fits, which must then be reached by keys too, also where nothing inside it can be pressed. */
function useScrolls(of: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = of.current;
    if (!element) return;
    const look = () => setScrolls(element.scrollHeight > element.clientHeight + 1);
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    // What it shows grows when it arrives; its own size stays.
    const contents = new MutationObserver(look);
    contents.observe(element, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      contents.disconnect();
    };
  }, [of]);
  return scrolls;
}

/** Leads from a block to the whole of what it shows. */
export const WholeLink = ({
  label,
  to,
  disabled = false,
}: {
  label: string;
  to: string;
  disabled?: boolean;
}) => (
  <Hint text="Ver tudo">
    <IconButton size="small" component={Link} disabled={disabled} to={to} aria-label={label}>
      <OpenInNewOutlined fontSize="small" />
    </IconButton>
  </Hint>
);
