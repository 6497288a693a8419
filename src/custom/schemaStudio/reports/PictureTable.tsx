import { styled } from '@mui/material/styles';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import { isFigure, shownCell, totalText } from '#contract/rules/reports/results.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { useOnceDrawn } from '../parts/PartsList.tsx';

interface PictureTableProps {
  columns: readonly ReportColumn[];
  /** The result of the latest run; null before the first. */
  result: ReportResult | null;
  chosen: number | null;
  /** Choosing the selected column again leads to its properties. */
  onChoose: (index: number, lead: boolean) => void;
  onMove?: ((from: number, to: number) => void) | undefined;
  onRemove?: ((index: number) => void) | undefined;
}

const ROWS = 12;
const NO_ROWS = 'Nenhuma linha para estes filtros.';
const BLANK = [0, 1, 2, 3];

/**
 * The draft's columns, filled with data from the latest run; they are selectable, and moved by dragging or with Alt and the
 * arrow keys.
 */
export function PictureTable(props: PictureTableProps) {
  const { columns, result, chosen, onChoose, onMove, onRemove } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  const head = useRef<HTMLTableRowElement>(null);
  const onceDrawn = useOnceDrawn();
  const placeOf = ({ campo }: ReportColumn) =>
    result?.colunas.findIndex((column) => column.campo === campo) ?? -1;
  const focus = (index: number) => head.current?.querySelectorAll('button')[index]?.focus();
  const move = (from: number, to: number) => {
    if (!onMove || from === to || to < 0 || to >= columns.length) return;
    onceDrawn(() => focus(to));
    onMove(from, to);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (by) {
      event.preventDefault();
      if (event.altKey) move(index, index + by);
      else focus(index + by);
    } else if (event.key === 'Delete' && onRemove) {
      event.preventDefault();
      onRemove(index);
    }
  };
  const drags = (index: number) =>
    onMove && {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(index);
      },
      onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null) move(dragged, index);
      },
      onDragEnd: () => setDragged(null),
    };
  return (
    <Scroll role="region" aria-label="Tabela do relatório" tabIndex={0}>
      <table>
        <thead>
          <tr ref={head}>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column that is being named has no name yet
              <th key={index} scope="col" data-chosen={chosen === index || undefined} {...drags(index)}>
                <button
                  type="button"
                  className={sideOf(column)}
                  aria-pressed={chosen === index}
                  aria-keyshortcuts={onMove && 'Alt+ArrowLeft Alt+ArrowRight'}
                  onClick={() => onChoose(index, chosen === index)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                >
                  {column.titulo || column.campo || 'Sem título'}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result?.linhas.length === 0 && columns.length > 0 && (
            <tr>
              <td colSpan={columns.length}>{NO_ROWS}</td>
            </tr>
          )}
          {result
            ? result.linhas.slice(0, ROWS).map((row, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report are identified only by position
                <tr key={line}>
                  {columns.map((column, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: same order as the columns
                    <td key={index} className={sideOf(column)} data-chosen={chosen === index || undefined}>
                      {shownCell(row[placeOf(column)] ?? null, column)}
                    </td>
                  ))}
                </tr>
              ))
            : BLANK.map((line) => (
                <tr key={line} aria-hidden>
                  {columns.map((column, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: same order as the columns
                    <td key={index} className={sideOf(column)} data-chosen={chosen === index || undefined}>
                      <span className="blank" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
        {result && columns.some(({ total }) => total) && (
          <tfoot>
            <tr>
              {columns.map((column, index) => {
                const total = column.total ? (result.totais[column.campo] ?? null) : null;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: same order as the columns
                  <td key={index} className={sideOf(column)}>
                    {total === null ? index === 0 && 'Totais' : totalText(total, column)}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </Scroll>
  );
}

/** Figures are right-aligned; a record's number is an identifier and is not. */
const sideOf = (column: ReportColumn) => (isFigure(column) && !column.abre ? 'figure' : undefined);

const Scroll = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    overflow: 'auto',
    maxHeight: 420,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: 2 },
    '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 13 },
    '& th': { padding: 0, textAlign: 'left', borderBottom: `1px solid ${components.linhaForte}` },
    '& td': { padding: '6px 12px', borderTop: `1px solid ${components.linha}` },
    '& th button': {
      width: '100%',
      minHeight: 40,
      padding: '6px 12px',
      border: 0,
      background: 'none',
      font: 'inherit',
      fontWeight: 600,
      textAlign: 'left',
      color: components.texto,
      cursor: 'pointer',
      '&:hover': { backgroundColor: components.realce },
      '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    },
    '& .figure, & th .figure': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
    '& [data-chosen]': { backgroundColor: components.selecionado },
    '& tfoot td': { fontWeight: 600 },
    '& .blank': {
      display: 'inline-block',
      width: '60%',
      minWidth: 40,
      height: 10,
      borderRadius: 5,
      backgroundColor: components.linha,
    },
  };
});
