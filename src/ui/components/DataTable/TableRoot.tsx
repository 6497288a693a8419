import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { ClipboardEvent } from 'react';
import { FINGER } from '../../theme/controls.ts';
import { themeColors } from '../../theme/theme.tsx';
import { alignOf, type Column } from './columns.ts';

/** All of the table's styles in one sheet: a cell is a plain td, which keeps 500 rows cheap. */
export const TableRoot = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    position: 'relative',
    overflow: 'auto',
    containerType: 'inline-size',
    scrollPaddingTop: 'var(--row-height)',
    backgroundColor: color.background.paper,
    fontSize: 13,
    lineHeight: 1.4,
    '& table': { width: '100%', borderCollapse: 'separate', borderSpacing: 0, tableLayout: 'fixed' },
    '& caption': {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
    '& th, & td': {
      height: 'var(--row-height)',
      padding: '0 var(--cell-padding)',
      // `clip` instead of `hidden`, because a scrollable cell would scroll when a link too long for it receives the focus.
      overflow: 'clip',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      textAlign: 'left',
      fontWeight: 400,
      borderBottom: `1px solid ${color.divider}`,
      backgroundColor: color.background.paper,
    },
    '& .number': { fontVariantNumeric: 'tabular-nums' },
    '& .right': { textAlign: 'right' },
    '& .center': { textAlign: 'center' },
    '& .right .sort': { flexDirection: 'row-reverse' },
    '& .second': { marginLeft: 8, color: color.text.secondary },
    '& thead th': {
      position: 'sticky',
      top: 0,
      zIndex: 2,
      color: color.text.secondary,
      fontWeight: 500,
    },
    '& .editable': { position: 'relative' },
    '& .edit': {
      position: 'absolute',
      right: 2,
      top: 'calc(50% - 12px)',
      width: 24,
      height: 24,
      padding: 4,
      border: 0,
      borderRadius: 4,
      color: color.text.secondary,
      backgroundColor: color.background.paper,
      cursor: 'pointer',
      opacity: 0,
      '& svg': { display: 'block', fill: 'currentColor' },
    },
    '& tr:hover .edit, & .edit:focus-visible': { opacity: 1 },
    // A finger has nothing to hover with.
    [FINGER]: { '& .edit': { opacity: 1 } },
    // The focus is that of the cell.
    '& .editable:has(.edit:focus-visible)': { outline: `2px solid ${color.primary.main}`, outlineOffset: -2 },
    '& .stuck': { position: 'sticky', left: 0, zIndex: 1 },
    '& .stuck.afterTick': { left: 44 },
    '& thead .stuck': { zIndex: 3 },
    '& .tick': { width: 44, padding: '0 0 0 12px' },
    '& .tick input': {
      width: 16,
      height: 16,
      margin: 0,
      verticalAlign: 'middle',
      cursor: 'pointer',
      accentColor: color.primary.main,
    },
    '& .sort': {
      font: 'inherit',
      color: 'inherit',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      maxWidth: '100%',
      height: '100%',
      padding: 0,
      border: 0,
      background: 'none',
      cursor: 'pointer',
      '&:hover, &[data-active=true]': { color: color.text.primary },
      '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
      '& svg': { flex: 'none', width: 14, height: 14, opacity: 0 },
      '&:hover svg, &:focus-visible svg': { opacity: 0.5 },
      '&[data-active=true] svg': { opacity: 1 },
    },
    '& .open': {
      font: 'inherit',
      fontWeight: 500,
      color: 'inherit',
      padding: 0,
      border: 0,
      background: 'none',
      textDecoration: 'none',
      cursor: 'pointer',
      '&:hover': { textDecoration: 'underline' },
    },
    // A second fact that has no room for some letters wraps into the line below, which is not shown: a stub says nothing.
    '& .pair': {
      display: 'flex',
      flexWrap: 'wrap',
      rowGap: 8,
      height: '1.4em',
      overflow: 'clip',
      // For a chip, which is higher than a line.
      overflowClipMargin: '4px',
    },
    '& .pair > *': { minWidth: 0, overflow: 'clip', textOverflow: 'ellipsis' },
    '& .pair > .second': { flex: '1 1 8ch' },
    // Paper shows all badges: their number says nothing where nobody can point at it.
    '@media screen': {
      '& .badges': { display: 'flex !important', flexWrap: 'nowrap !important' },
      '& .badges > :nth-child(n+2)': { display: 'none' },
      '& .badges > .more': { display: 'inline-flex !important' },
    },
    '& .right .pair': { justifyContent: 'flex-end' },
    '& .right .pair > .second': { flexGrow: 0 },
    '& table[data-names] .second': { display: 'none' },
    '& :focus-visible': { outline: `2px solid ${color.primary.main}`, outlineOffset: -2, borderRadius: 4 },
    '& tr[data-opens]': { cursor: 'pointer' },
    '& tbody tr > *': { backgroundImage: 'var(--row-tint)' },
    '& tbody tr:hover, & tbody tr:focus-within': {
      '--row-tint': `linear-gradient(${color.action.hover}, ${color.action.hover})`,
    },
    '& tbody tr[data-selected]': {
      '--row-tint': `linear-gradient(${color.action.selected}, ${color.action.selected})`,
    },
    '& .actionsPlace': { width: 'var(--actions-width)' },
    '& .actions': { position: 'sticky', right: 0, zIndex: 1, padding: 0, overflow: 'visible' },
    '& .actions > span': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: 2,
      paddingRight: 8,
    },
    '& .spacer td': { padding: 0, border: 0, background: 'none' },
    '& .slot': { height: 'auto', padding: '32px 12px', textAlign: 'center', whiteSpace: 'normal' },
    // Centred in the visible area, however wide the columns are.
    '& .slot > *': {
      position: 'sticky',
      left: 'max(12px, calc(50cqw - 240px))',
      width: 'min(480px, calc(100cqw - 24px))',
      margin: 0,
    },
    '@keyframes table-busy': { '50%': { borderBottomColor: color.primary.main } },
    '&[aria-busy=true] thead > tr > *': { animation: 'table-busy 1s ease-in-out infinite' },
    '@media (prefers-reduced-motion: reduce)': {
      '&[aria-busy=true] thead > tr > *': { animation: 'none', borderBottomColor: color.primary.main },
    },
  };
});

interface SkeletonRowsProps<Row> {
  columns: readonly Column<Row>[];
  hasTick: boolean;
  hasActions: boolean;
  count?: number;
}

/** Skeleton rows, hidden from screen readers, which are informed by the table's aria-busy. */
export const SkeletonRows = <Row,>({ columns, hasTick, hasActions, count = 12 }: SkeletonRowsProps<Row>) => (
  <tbody aria-hidden data-grows>
    {Array.from({ length: count }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: these rows have no other identity
      <tr key={row}>
        {hasTick && (
          <td className="tick stuck">
            <Skeleton variant="rounded" width={16} height={16} />
          </td>
        )}
        {columns.map((column, index) => (
          <td key={column.id} className={alignOf(column)}>
            <Skeleton width={`${40 + ((row * 7 + index * 13) % 5) * 10}%`} sx={{ display: 'inline-block' }} />
          </td>
        ))}
        {hasActions && <td className="actions" />}
      </tr>
    ))}
  </tbody>
);

/**
 * Copying several cells produces a table that can be pasted: tabs and lines as text, cells as HTML, without the rows'
 * checkboxes and buttons. A selection within a single cell is copied unchanged.
 */
export function copyRows(event: ClipboardEvent<HTMLTableElement>) {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return;
  const range = selection.getRangeAt(0);
  const lines = [...event.currentTarget.rows]
    .map((row) =>
      [...row.cells].filter((cell) => range.intersectsNode(cell) && !cell.matches('.tick, .actions')),
    )
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.map(wordsOf));
  if (lines.flat().length < 2) return;
  event.preventDefault();
  const html = lines.map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`);
  event.clipboardData.setData('text/plain', lines.map((cells) => cells.join('\t')).join('\n'));
  event.clipboardData.setData('text/html', `<table>${html.join('')}</table>`);
}

/**
 * Separates text nodes with spaces, since stacked facts in a cell are separate words. A moment is copied as '20/11/2026 17:58', which
 * spreadsheets take as a date, where the screen says 'ontem'.
 */
function wordsOf(cell: Element): string {
  const copied = cell.cloneNode(true) as Element;
  for (const time of copied.querySelectorAll<HTMLElement>('time[title]')) time.textContent = time.title;
  const walk = document.createTreeWalker(copied, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walk.nextNode()) words.push(walk.currentNode.textContent?.replace(/\s+/g, ' ').trim() ?? '');
  return words.filter(Boolean).join(' ');
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
