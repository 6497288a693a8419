import Skeleton from '@mui/material/Skeleton';
import { memo } from 'react';
import { CardSort } from './CardSort.tsx';
import { CardsRoot } from './CardsRoot.ts';
import { type Column, mainColumnOf } from './columns.ts';
import { OpenLink } from './OpenLink.tsx';
import type { TableRowProps } from './TableRow.tsx';
import { TickBox } from './TickBox.tsx';
import { NOTHING, type TableViewProps } from './tableProps.ts';

/** The same rows on a phone: a card each, with the facts that matter; the page scrolls, not the list. */
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
          {props.opens ? <OpenLink href={props.href}>{title?.render(row)}</OpenLink> : title?.render(row)}
        </strong>
        {corner && <span className="corner">{corner.render(row)}</span>}
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

const Fact = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const second = column.second?.(row);
  return (
    <div>
      <dt>{column.label}</dt>
      <dd>
        {column.render(row)} {second && <span className="second">{second}</span>}
      </dd>
    </div>
  );
};

/** The columns marked as facts; where none is, the first ones beside the title. */
const factsOf = <Row,>(columns: readonly Column<Row>[], most: number) => {
  const marked = columns.filter((column) => column.card === 'fact');
  const others = columns.filter((column) => column !== mainColumnOf(columns) && column.card !== 'corner');
  return (marked.length > 0 ? marked : others).slice(0, most);
};

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

const CardSlot = <Row,>({ error, loading, empty }: TableViewProps<Row>) => {
  if (error) return <div className="slot">{error}</div>;
  if (!loading) return <div className="slot">{empty ?? NOTHING}</div>;
  return (
    <ul aria-hidden>
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
