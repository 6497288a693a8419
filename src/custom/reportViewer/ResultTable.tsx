import { styled } from '@mui/material/styles';
import { type CSSProperties, type UIEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { recordPath } from '#contract/rules/dashboards/blockList.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import {
  compareCells,
  isFigure,
  type ReportCell,
  shownCell,
  totalName,
  totalText,
} from '#contract/rules/reports/results.ts';
import { listText } from '#contract/rules/text.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { PHONE, useIsPrinted } from '#ui/theme/windowWidth.ts';
import { FIGURE, MarkedFigure, moveAmongFigures } from './FigureCell.tsx';
import type { ChosenFigure } from './FigureRows.tsx';
import { figureOf, figureTitle, leadsToRows } from './figures.ts';
import { useWhatFits } from './whatFits.ts';

interface ResultTableProps {
  result: ReportResult;
  label: string;
  /** Shows the rows of a figure; absent where figures lead nowhere. */
  onFigure?: ((figure: ChosenFigure) => void) | undefined;
  /** Nobody scrolls or sorts it: it leaves out the last columns and rows where they do not fit, and says so. */
  unattended?: boolean;
}

/** Number of rows rendered at first, and added each time the end comes near. */
const BATCH = 150;

/** The rows of a result, with totals that stay in view. Clicking a column's title sorts by it. */
export function ResultTable({ result, label, onFigure, unattended = false }: ResultTableProps) {
  const [sort, setSort] = useState<ColumnSort | null>(null);
  const [drawn, setDrawn] = useState(BATCH);
  const isPrinted = useIsPrinted();
  const place = useRef<HTMLDivElement>(null);
  const fits = useWhatFits(place, result, unattended);
  const columns = (result.colunas as ReportColumn[]).slice(0, fits.columns);
  const rows = useMemo(() => sortedRows(result, sort), [result, sort]);
  const shown = isPrinted ? rows : rows.slice(0, drawn);
  const first = onFigure && firstFigure(result, shown);
  const growAtEnd = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) => {
    if (drawn < rows.length && scrollHeight - scrollTop - clientHeight < 600) setDrawn(drawn + BATCH);
  };
  return (
    <Scroll
      ref={place}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={growAtEnd}
      data-unattended={unattended || undefined}
    >
      <table aria-rowcount={rows.length + 1} onKeyDown={onFigure && moveAmongFigures}>
        <LeftOut columns={result.colunas.length - columns.length} rows={rows.length - fits.rows} />
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column.campo} scope="col" className={sideOf(column)} aria-sort={ariaSort(sort, at)}>
                {unattended ? (
                  column.titulo
                ) : (
                  <button type="button" onClick={() => setSort(nextSort(sort, at))}>
                    {column.titulo}
                    {sort?.column === at && <span aria-hidden>{sort.descending ? '↓' : '↑'}</span>}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {/* The keys of the table move its stop of the Tab key, which begins anew where other figures are drawn. */}
        <tbody key={`${sort?.column} ${sort?.descending}`}>
          {shown.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report are identified only by position
            <tr key={line} style={line < fits.rows ? undefined : UNSEEN}>
              {columns.map((column, at) => (
                <td key={column.campo} className={sideOf(column)}>
                  <MarkedFigure value={row[at] ?? null} column={column}>
                    {onFigure && leadsToRows(result, row, column) ? (
                      <button
                        type="button"
                        data-print="words"
                        className="rows"
                        tabIndex={line === first?.line && column === first.column ? 0 : -1}
                        {...{ [FIGURE]: at }}
                        aria-label={`${figureTitle(result, row, column)}. Ver as linhas`}
                        onClick={() => onFigure(figureOf(result, row, column))}
                      >
                        {shownCell(row[at] ?? null, column)}
                      </button>
                    ) : (
                      <ResultCell value={row[at] ?? null} column={column} />
                    )}
                  </MarkedFigure>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <Totals columns={columns} totals={result.totais} />
      </table>
    </Scroll>
  );
}

/** Of a table that nobody scrolls. */
function LeftOut({ columns, rows }: { columns: number; rows: number }) {
  const left = [
    columns > 0 && formatCount(columns, 'coluna', 'colunas'),
    rows > 0 && formatCount(rows, 'linha', 'linhas'),
  ].filter((each) => each !== false);
  return left.length > 0 && <caption>{`Sem espaço para ${listText(left)}`}</caption>;
}

const UNSEEN: CSSProperties = { visibility: 'hidden' };

function Totals({ columns, totals }: { columns: ReportColumn[]; totals: ReportResult['totais'] }) {
  if (!columns.some(({ campo }) => totals[campo] != null)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map((column, at) => {
          const total = totals[column.campo] ?? null;
          return (
            <td key={column.campo} className={sideOf(column)}>
              {total === null ? (
                at === 0 && 'Totais'
              ) : (
                <>
                  {column.total !== 'SOMA' && <small>{totalName(column)} </small>}
                  {totalText(total, column)}
                </>
              )}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

/** The first figure that leads to its rows: rows of several groups, and empty ones, have none. */
function firstFigure(result: ReportResult, rows: readonly ResultRow[]) {
  const columns = result.colunas as ReportColumn[];
  for (const [line, row] of rows.entries()) {
    const column = columns.find((each) => leadsToRows(result, row, each));
    if (column) return { line, column };
  }
  return undefined;
}

/** Figures are right-aligned; a record's number is an identifier and is not. */
const sideOf = (column: ReportColumn) => (isFigure(column) && !column.abre ? 'figure' : undefined);

const ariaSort = (sort: ColumnSort | null, at: number) =>
  sort?.column === at ? (sort.descending ? 'descending' : 'ascending') : undefined;

const Scroll = styled('div')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    overflow: 'auto',
    maxHeight: 'min(70dvh, 720px)',
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '&:focus-visible': { outline: `2px solid ${actions.primaria.main}`, outlineOffset: 2 },
    '& table': { width: '100%', borderCollapse: 'separate', borderSpacing: 0, fontSize: '0.8125rem' },
    '& th, & td': { padding: '6px 12px', textAlign: 'left', verticalAlign: 'top' },
    '& td': { borderTop: `1px solid ${components.linha}`, maxWidth: 360, overflowWrap: 'break-word' },
    // On a phone the rows scroll sideways under a fixed first column.
    [PHONE]: {
      '& tbody td:not(.figure)': { minWidth: 120 },
      '& tr > :first-of-type': {
        position: 'sticky',
        left: 0,
        zIndex: 2,
        maxWidth: 150,
        backgroundColor: components.superficie,
      },
    },
    '& thead th': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      padding: 0,
      whiteSpace: 'nowrap',
      backgroundColor: components.superficie,
      boxShadow: `inset 0 -1px ${components.linhaForte}`,
    },
    '& thead button': {
      display: 'flex',
      gap: 4,
      width: '100%',
      minHeight: 36,
      alignItems: 'center',
      padding: '6px 12px',
      border: 0,
      background: 'none',
      font: 'inherit',
      fontWeight: 600,
      color: components.textoSecundario,
      cursor: 'pointer',
      '&:hover': { color: components.texto },
      '&:focus-visible': { outline: `2px solid ${actions.primaria.main}`, outlineOffset: -2 },
    },
    '&[data-unattended]': {
      overflow: 'hidden',
      '& thead th': {
        fontWeight: 600,
        whiteSpace: 'normal',
        verticalAlign: 'bottom',
        color: components.textoSecundario,
      },
      '& th, & td, & thead th': { padding: '6px 8px' },
      '& tbody td:first-of-type': { minWidth: 140 },
    },
    '& caption': { padding: '0 8px 4px', textAlign: 'left', color: components.textoSecundario },
    '& .figure': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& .figure button': { justifyContent: 'flex-end' },
    '& tbody tr:first-of-type td': { borderTop: 0 },
    '& tbody tr:hover td': { backgroundColor: components.realce },
    '& tfoot td': {
      position: 'sticky',
      bottom: 0,
      fontWeight: 600,
      whiteSpace: 'nowrap',
      backgroundColor: components.superficie,
      borderTop: 0,
      boxShadow: `inset 0 1px ${components.linhaForte}`,
    },
    '& tfoot small': { fontWeight: 400, color: components.textoSecundario },
    '& a': { color: actions.primaria.text },
    '& button.rows': {
      minHeight: 24,
      padding: 0,
      border: 0,
      background: 'none',
      font: 'inherit',
      color: actions.primaria.text,
      textDecoration: 'underline',
      textUnderlineOffset: 2,
      cursor: 'pointer',
      '&:focus-visible': { outline: `2px solid ${actions.primaria.main}`, outlineOffset: 2 },
    },
  };
});

interface ResultCellProps {
  value: ReportCell;
  column: ReportColumn;
}

/** A figure, a word or a day; the id of a record links to it. */
function ResultCell({ value, column }: ResultCellProps) {
  const path = recordPath(value, column);
  // A record's number is an identifier rather than a quantity, so it has no thousands separators.
  if (path) return <Link to={path}>{String(value)}</Link>;
  return shownCell(value, column);
}

interface ColumnSort {
  column: number;
  descending: boolean;
}

type ResultRow = readonly ReportCell[];

/** The rows sorted by one column, keeping the original order of equal ones; without a sort, in the report's own order. */
function sortedRows(
  { linhas, colunas }: Pick<ReportResult, 'linhas' | 'colunas'>,
  sort: ColumnSort | null,
): readonly ResultRow[] {
  const column = sort && colunas[sort.column];
  if (!sort || !column) return linhas;
  const at = sort.column;
  return [...linhas].sort((a, b) => compareCells(a[at] ?? null, b[at] ?? null, column, sort.descending));
}

/** A first click sorts ascending, a second descending, and a third restores the report's own order. */
function nextSort(sort: ColumnSort | null, column: number): ColumnSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}
