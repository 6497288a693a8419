import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { themeColors } from '../../theme/theme.tsx';
import { type Column, cellContent, mainColumnOf, nextSort, type Sort, sortKey } from './columns.ts';
import { EditMark, OpenLink, type TableRowProps, TickBox } from './TableRow.tsx';
import { NOTHING, type TableViewProps } from './tableProps.ts';

const Fact = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const second = column.second?.(row);
  return (
    <div>
      <dt>{column.label}</dt>
      <dd>
        {cellContent(column, row)} {second && <span className="second">{second}</span>}
        <EditMark column={column} row={row} />
      </dd>
    </div>
  );
};

/** The columns marked as facts, or if there are none, the first ones after the title. */
const factsOf = <Row,>(columns: readonly Column<Row>[], most: number) => {
  const marked = columns.filter((column) => column.card === 'fact');
  const others = columns.filter((column) => column !== mainColumnOf(columns) && column.card !== 'corner');
  return (marked.length > 0 ? marked : others).slice(0, most);
};

const PlainCard = <Row,>(props: Omit<TableRowProps<Row>, 'ariaRowIndex'> & { facts: number }) => {
  const { row, id, index, columns, tickLabel } = props;
  const title = mainColumnOf(columns);
  const corner = columns.find((column) => column.card === 'corner');
  return (
    <li data-index={index} data-opens={props.opens || undefined} data-selected={props.selected || undefined}>
      <div className="head">
        {tickLabel !== undefined && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside, and named
          <label>
            <TickBox
              label={tickLabel}
              checked={props.selected}
              onTick={(checked, withShift) => props.onTick(id, index, checked, withShift)}
            />
          </label>
        )}
        <strong>
          {props.opens ? (
            <OpenLink href={props.href}>{title && cellContent(title, row)}</OpenLink>
          ) : (
            title && cellContent(title, row)
          )}
        </strong>
        {corner && <span className="corner">{cellContent(corner, row)}</span>}
      </div>
      <dl>
        {factsOf(columns, props.facts).map((column) => (
          <Fact key={column.id} column={column} row={row} />
        ))}
      </dl>
      {props.rowActions && <div className="cardActions">{props.rowActions(row)}</div>}
    </li>
  );
};

const Card = memo(PlainCard) as typeof PlainCard;

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

const CardSlot = <Row,>({ error, loading, empty }: TableViewProps<Row>) => {
  if (error) return <div className="slot">{error}</div>;
  if (!loading) return <div className="slot">{empty ?? NOTHING}</div>;
  return (
    <ul aria-hidden data-grows>
      {SKELETON_KEYS.map((key) => (
        <li key={key}>
          <Skeleton width="60%" />
          <Skeleton width="90%" />
          <Skeleton width="40%" />
        </li>
      ))}
    </ul>
  );
};

/** Cards have no header to press, so on a phone sorting uses a select and a direction button. */
const CardSort = <Row,>({ columns, sort, onSort }: CardSortProps<Row>) => {
  const sortable = columns.filter((column) => column.sortable);
  if (!onSort || sortable.length === 0) return null;
  const current = sortable.find((column) => sortKey(column) === sort?.field);
  const choose = (id: string) => {
    const column = sortable.find((candidate) => candidate.id === id);
    if (column) onSort(nextSort(undefined, column));
  };
  return (
    <div className="sortBar">
      <label>
        <span>Ordenar por</span>
        <select value={current?.id ?? ''} onChange={(event) => choose(event.target.value)}>
          {!current && <option value="">Escolha</option>}
          {sortable.map((column) => (
            <option key={column.id} value={column.id}>
              {column.label}
            </option>
          ))}
        </select>
      </label>
      {current && (
        <IconButton
          aria-label={sort?.direction === 'ASC' ? 'Crescente; inverter' : 'Decrescente; inverter'}
          onClick={() => onSort(nextSort(sort, current))}
        >
          {sort?.direction === 'ASC' ? <ArrowUpwardIcon /> : <ArrowDownwardIcon />}
        </IconButton>
      )}
    </div>
  );
};

/** Cards out of view are laid out only when they come near, so that no virtual list is needed and the page itself scrolls. */
const CardsRoot = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    fontSize: 14,
    // A card out of view keeps its previous width, so the grid forces it to the window's width.
    '& ul': {
      listStyle: 'none',
      margin: 0,
      padding: 0,
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 8,
    },
    '& li': {
      padding: 12,
      border: `1px solid ${color.divider}`,
      borderRadius: 8,
      backgroundColor: color.background.paper,
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 128px',
    },
    '& li[data-opens]': { cursor: 'pointer' },
    '& li[data-selected]': {
      backgroundImage: `linear-gradient(${color.action.selected}, ${color.action.selected})`,
    },
    '& .head': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 28 },
    '& .head strong': { flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' },
    // A short number is a target of its own (WCAG 2.5.8).
    '& .head strong a': { display: 'inline-block', minWidth: 24, lineHeight: '24px' },
    // Padding around the checkbox gives a finger enough room.
    '& .head label': { flex: 'none', display: 'flex', padding: 8, margin: -8 },
    '& .head input': { flex: 'none', width: 24, height: 24, margin: 0, accentColor: color.primary.main },
    '& .open': {
      font: 'inherit',
      color: 'inherit',
      textAlign: 'left',
      padding: 0,
      border: 0,
      background: 'none',
      textDecoration: 'none',
    },
    '& :focus-visible': { outline: `2px solid ${color.primary.main}`, outlineOffset: 2, borderRadius: 4 },
    '& dl': { margin: '8px 0 0', display: 'grid', gap: 4 },
    '& dl > div': { display: 'flex', gap: 12, minWidth: 0 },
    '& dt': { flex: '0 0 96px', color: color.text.secondary, fontSize: 13 },
    '& dd': { flex: 1, minWidth: 0, margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
    '& .second': { display: 'block', marginLeft: '0 !important', color: color.text.secondary },
    // A small sign with room for a finger, which takes none of the lines around it.
    '& .edit': {
      verticalAlign: 'middle',
      margin: '-12px 0',
      padding: 12,
      border: 0,
      background: 'none',
      color: color.text.secondary,
      '& svg': { display: 'block', width: 16, height: 16, fill: 'currentColor' },
    },
    '& .cardActions': { display: 'flex', gap: 4, justifyContent: 'flex-end', marginTop: 4 },
    // As large as a finger, not as a pointer.
    '& .cardActions .MuiIconButton-root': { width: 40, height: 40 },
    '& .slot': { padding: '32px 12px', textAlign: 'center' },
    '& .sortBar': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: 4,
      minHeight: 48,
      '& label': { display: 'flex', alignItems: 'center', gap: 8, color: color.text.secondary, fontSize: 13 },
      '& select': {
        font: 'inherit',
        height: 40,
        padding: '0 8px',
        borderRadius: 8,
        color: color.text.primary,
        backgroundColor: color.background.paper,
        border: `1px solid ${color.divider}`,
      },
    },
  };
});

/** The phone view: a card per row with its most important facts; the page scrolls instead of the list. */
export const TableCards = <Row,>(props: TableViewProps<Row>) => {
  const { rows, columns, order, selection, rowLink, onOpen, loading, cardFacts = 3 } = props;
  const isBare = props.error || rows.length === 0;
  return (
    <CardsRoot aria-busy={loading || undefined}>
      {(!isBare || loading) && <CardSort columns={columns} sort={props.sort} onSort={props.onSort} />}
      {isBare && <CardSlot {...props} />}
      {!isBare && (
        <ul aria-label={props.label} data-rows {...props.events}>
          {rows.map((row, index) => {
            const id = order[index];
            if (id === undefined) return null;
            return (
              <Card
                key={id}
                row={row}
                id={id}
                index={index}
                columns={columns}
                facts={cardFacts}
                href={rowLink?.(row)}
                opens={rowLink !== undefined || onOpen !== undefined}
                tickLabel={selection?.label(row)}
                selected={selection?.ids.has(id) ?? false}
                onTick={props.ticks.onTick}
                rowActions={props.rowActions}
              />
            );
          })}
        </ul>
      )}
    </CardsRoot>
  );
};

interface CardSortProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}
