import { styled } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode } from 'react';
import { type ColumnMark, markOf } from '#contract/rules/reports/columnMarks.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';

/** Marks a figure that leads to its rows, with the place of its column; the arrow keys move between them. */
export const FIGURE = 'data-figure';

/**
 * All figures of a table are one stop of the Tab key: the arrow keys move to the next one beside, above or below. Cells that lead
 * nowhere are passed over.
 */
export function moveAmongFigures(event: KeyboardEvent<HTMLTableElement>) {
  const move = MOVES[event.key];
  const own = (event.target as HTMLElement).closest<HTMLElement>(`[${FIGURE}]`);
  if (!move || !own) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${FIGURE}]`)];
  const at = all.indexOf(own);
  const ahead = move.forward ? all.slice(at + 1) : all.slice(0, at).reverse();
  const column = own.getAttribute(FIGURE);
  const target = move.inColumn ? ahead.find((each) => each.getAttribute(FIGURE) === column) : ahead[0];
  if (!target) return;
  event.preventDefault();
  for (const each of all) each.tabIndex = -1;
  target.tabIndex = 0;
  target.focus();
}

const MOVES: Readonly<Record<string, { forward: boolean; inColumn: boolean }>> = {
  ArrowUp: { forward: false, inColumn: true },
  ArrowDown: { forward: true, inColumn: true },
  ArrowLeft: { forward: false, inColumn: false },
  ArrowRight: { forward: true, inColumn: false },
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
