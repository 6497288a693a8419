import { styled } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode } from 'react';
import { type ColumnMark, markOf } from '#contract/rules/reports/columnMarks.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';

/** Marks a figure that leads to its rows; the arrow keys move between them. */
export const FIGURE = 'data-figure';

/**
 * All figures of a table are one stop of the Tab key: the arrow keys move to the one beside, above or below.
 */
export function moveAmongFigures(event: KeyboardEvent<HTMLTableElement>) {
  const by = MOVES[event.key];
  const own = (event.target as HTMLElement).closest<HTMLElement>(`[${FIGURE}]`);
  if (!by || !own) return;
  const [line, column] = (own.getAttribute(FIGURE) ?? '').split(' ').map(Number);
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${FIGURE}]`)];
  const next = all.find(
    (each) => each.getAttribute(FIGURE) === `${Number(line) + by[0]} ${Number(column) + by[1]}`,
  );
  const target = next ?? (by[1] === 0 ? undefined : all[all.indexOf(own) + by[1]]);
  if (!target) return;
  event.preventDefault();
  for (const each of all) each.tabIndex = -1;
  target.tabIndex = 0;
  target.focus();
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A figure with the word that makes it stand out, if one does. */
export function MarkedFigure({
  value,
  column,
  children,
}: {
  value: ReportCell;
  column: ReportColumn;
  children: ReactNode;
}) {
  const mark = markOf(value, column.destaques);
  if (!mark) return children;
  return (
    <>
      {children} <Mark color={mark.cor}>{mark.rotulo}</Mark>
    </>
  );
}

const Mark = styled('span', { shouldForwardProp: (name) => name !== 'color' })<{ color: ColumnMark['cor'] }>(
  ({ theme, color }) => {
    const { actions, components } = theme.vars.palette;
    return {
      display: 'inline-block',
      marginLeft: 4,
      padding: '0 6px',
      borderRadius: 8,
      border: `1px solid ${actions[color].main}`,
      fontSize: '0.75rem',
      color: components.texto,
      boxShadow: `inset 3px 0 ${actions[color].main}`,
    };
  },
);
