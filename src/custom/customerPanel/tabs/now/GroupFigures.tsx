import { styled } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import {
  type CustomerGroup,
  type GroupFigures as Figures,
  GroupMember,
} from '#contract/callcenter/customers/customerGroups.ts';
import { field } from '#contract/field.ts';
import { formatMoney, formatNumber } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { CustomerPanelLink, customerText } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { Button } from '#ui/components/Button.tsx';

interface GroupFiguresProps {
  group: CustomerGroup;
  /** Asks to take a customer out of the group; absent for who may not. */
  onLeave?: ((idCli: number) => void) | undefined;
}

/** How the customers of a group stand: side by side where that fits, and otherwise a card of each. */
export function GroupFigures({ group, onLeave }: GroupFiguresProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const columns = group.membros.length + 1;
  const isTable = width === 0 || width >= NAMES_WIDTH + columns * COLUMN_WIDTH;
  // Those that the person may see.
  const shown = FIGURES.filter(([name]) => group.soma[name] !== undefined);
  return (
    <div ref={place}>
      {isTable ? (
        <SideBySide {...{ group, shown, onLeave }} />
      ) : (
        <Cards aria-label={`Números do grupo ${group.nome}`}>
          {group.membros.map((member) => (
            <li key={member.id}>
              <h3>
                <CustomerPanelLink id={member.id}>{customerText(member)}</CustomerPanelLink>
              </h3>
              <FigureList shown={shown} figures={member} />
              {onLeave && <LeaveButton member={member} onLeave={onLeave} />}
            </li>
          ))}
          <li>
            <h3>Soma</h3>
            <FigureList shown={shown} figures={group.soma} />
          </li>
        </Cards>
      )}
    </div>
  );
}

type Shown = typeof FIGURES;

interface SideBySideProps extends GroupFiguresProps {
  shown: Shown;
}

const SideBySide = ({ group, shown, onLeave }: SideBySideProps) => (
  <Table aria-label={`Números do grupo ${group.nome}`}>
    <thead>
      <tr>
        <td />
        {group.membros.map((member) => (
          <th key={member.id} scope="col">
            <CustomerPanelLink id={member.id}>{customerText(member)}</CustomerPanelLink>
          </th>
        ))}
        <th scope="col">Soma</th>
      </tr>
    </thead>
    <tbody>
      {shown.map(([name, read]) => (
        <tr key={name}>
          <th scope="row">{field(GroupMember, name).label}</th>
          {group.membros.map((member) => (
            <td key={member.id}>{read(member)}</td>
          ))}
          <td>
            <strong>{read(group.soma)}</strong>
          </td>
        </tr>
      ))}
      {onLeave && (
        <tr>
          <th scope="row">
            <span style={visuallyHidden}>Ações</span>
          </th>
          {group.membros.map((member) => (
            <td key={member.id}>
              <LeaveButton member={member} onLeave={onLeave} />
            </td>
          ))}
          <td />
        </tr>
      )}
    </tbody>
  </Table>
);

const FigureList = ({ shown, figures }: { shown: Shown; figures: Figures }) => (
  <dl>
    {shown.map(([name, read]) => (
      <div key={name}>
        <dt>{field(GroupMember, name).label}</dt>
        <dd>{read(figures)}</dd>
      </div>
    ))}
  </dl>
);

interface LeaveButtonProps {
  member: GroupMember;
  onLeave: (idCli: number) => void;
}

const LeaveButton = ({ member, onLeave }: LeaveButtonProps) => (
  <Button
    size="small"
    color="inherit"
    aria-label={`Tirar ${customerText(member)} do grupo`}
    onClick={() => onLeave(member.id)}
  >
    Tirar
  </Button>
);

const money = (value: string | undefined) => formatMoney(value ?? '0', 2);
const integerText = (value: number | undefined) => formatNumber(String(value ?? 0), 0);

/** In the order in which they stand, with how each is written. */
const FIGURES: readonly (readonly [keyof Figures, (figures: Figures) => string])[] = [
  ['comprado', ({ comprado }) => money(comprado)],
  ['pedidos', ({ pedidos }) => integerText(pedidos)],
  ['ultimoPedido', ({ ultimoPedido }) => (ultimoPedido ? formatCalendarDate(ultimoPedido) : 'Nunca')],
  ['emAberto', ({ emAberto }) => money(emAberto)],
  ['vencido', ({ vencido }) => money(vencido)],
  ['limite', ({ limite }) => money(limite)],
  ['utilizado', ({ utilizado }) => money(utilizado)],
  ['tickets', ({ tickets }) => integerText(tickets)],
];

/** What the names of the figures take, and a column with money in millions. */
const NAMES_WIDTH = 136;
const COLUMN_WIDTH = 124;

/** 0 in environments without layout. */
function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    setWidth(element.offsetWidth);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(element.offsetWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

const Cards = styled('ul')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 100%), 1fr))',
    gap: 12,
    margin: 0,
    padding: 0,
    listStyle: 'none',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    '& > li': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'flex-start',
      minWidth: 0,
      padding: '8px 12px',
      borderRadius: 8,
      border: `1px solid ${components.linha}`,
      backgroundColor: components.superficie,
    },
    '& h3': { margin: '0 0 4px', fontSize: '0.875rem', fontWeight: 500, overflowWrap: 'anywhere' },
    '& dl': { alignSelf: 'stretch', margin: 0 },
    '& dl > div': { display: 'flex', justifyContent: 'space-between', gap: 8, padding: '2px 0' },
    '& dt': { color: components.textoSecundario },
    '& dd': { margin: 0, textAlign: 'right' },
    '& button': { marginLeft: -5, marginTop: 'auto' },
  };
});

const Table = styled('table')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { padding: '6px 8px', textAlign: 'right', borderTop: `1px solid ${components.linha}` },
    '& td': { whiteSpace: 'nowrap' },
    '& thead th, & thead td': {
      borderTop: 0,
      fontWeight: 500,
      verticalAlign: 'bottom',
      overflowWrap: 'anywhere',
    },
    '& th[scope=row], & thead td': {
      width: NAMES_WIDTH,
      textAlign: 'left',
      fontWeight: 400,
      color: components.textoSecundario,
    },
  };
});
