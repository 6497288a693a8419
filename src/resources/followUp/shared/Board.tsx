import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FollowUpCustomer } from '#contract/callcenter/agendas/followUp.ts';
import { formatCalendarDate, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { currentInitialLoad } from '#data/session.ts';
import { customerText } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { LegendBadges } from '#ui/components/display/Chips.tsx';
import { dropStyles } from '#ui/components/dragBetween.tsx';
import { type Filter, type FilterValues, keysOf } from '#ui/components/FilterBar/filters.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { oneOf } from '#ui/lists/filterKinds.ts';
import { toneColors } from '#ui/theme/theme.tsx';
import { useIsPhone } from '#ui/theme/windowWidth.ts';

export interface BoardColumn {
  key: string;
  title: string;
  /** A key of the palette. */
  tone: string;
  icon?: ReactNode;
  /** E.g. '12 clientes'. */
  count: string;
  /** Shown below the title: the rule or the total. */
  note?: ReactNode;
  cards: ReactNode;
  /** Shown at the bottom: the remaining cards. */
  foot?: ReactNode;
}

export interface BoardProps {
  label: string;
  columns: readonly BoardColumn[];
  /** What lets the column of this key take cards. */
  place?: (key: string) => object;
}

/** Columns side by side; on a phone one at a time, chosen by name. */
export function Board({ label, columns, place }: BoardProps) {
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<string>();
  if (!isPhone)
    return (
      <Columns role="group" aria-label={label} tabIndex={0}>
        {columns.map((column) => (
          <Column key={column.key} column={column} place={place?.(column.key)} />
        ))}
      </Columns>
    );
  const shown = columns.find(({ key }) => key === chosen) ?? columns[0];
  return (
    <Box sx={{ mt: 3 }}>
      <ChoiceField
        fullWidth
        label="Etapa"
        value={shown?.key ?? null}
        onChange={setChosen}
        sx={{ mb: 3 }}
        choices={columns.map(({ key, title, count }) => ({ value: key, label: `${title} · ${count}` }))}
      />
      {shown && <Column column={shown} />}
    </Box>
  );
}

const Frame = styled('section', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => {
    const { components } = theme.vars.palette;
    const { text } = toneColors(theme, tone);
    return {
      padding: 8,
      borderRadius: 8,
      borderTop: `3px solid ${text}`,
      backgroundColor: components.lateral,
      ...dropStyles,
      '& header': {
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        gap: '0 8px',
        alignItems: 'baseline',
        padding: '2px 4px 8px',
        fontSize: 13,
      },
      '& h2': { display: 'flex', alignItems: 'center', gap: 6 },
      '& h2 svg': { color: text },
      '& small': { gridColumn: '1 / -1', fontSize: 12, color: components.textoSecundario },
    };
  },
);

interface ColumnProps {
  column: BoardColumn;
  place?: object | undefined;
}

const Column = ({ column: { title, tone, icon, count, note, cards, foot }, place }: ColumnProps) => (
  <Frame aria-label={`${title}: ${count}`} tone={tone} {...place}>
    <header>
      <Typography component="h2" sx={{ fontSize: 14, fontWeight: 600 }}>
        {icon} {title}
      </Typography>
      <span>{count}</span>
      {note && <small>{note}</small>}
    </header>
    <Box sx={{ display: 'grid', gap: 2 }}>{cards}</Box>
    {foot}
  </Frame>
);

const Columns = styled('div')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(248px, 1fr)',
  gap: 12,
  overflowX: 'auto',
  padding: '12px 0',
  alignItems: 'start',
});

/** A card of a board; pressing it opens its subject. */
export const BoardCard = styled(ButtonBase)(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'block',
    width: '100%',
    minWidth: 0,
    padding: 8,
    textAlign: 'left',
    fontFamily: 'inherit',
    fontSize: 13,
    lineHeight: 1.45,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '&:hover': { borderColor: components.linhaForte },
    '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: 1 },
    '& strong': { fontWeight: 500 },
    '& span.line': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& span.second': { color: components.textoSecundario },
  };
});

/** Columns of cards as a skeleton of the board. */
export const BoardSkeleton = () => (
  <Box
    role="status"
    aria-busy="true"
    aria-label="Carregando..."
    sx={{
      display: 'grid',
      gap: 3,
      gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(248px, 1fr))' },
    }}
  >
    {[5, 3, 4, 6].map((cards) => (
      <Box key={cards} sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Skeleton variant="text" width="60%" />
        {Array.from({ length: cards }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: positions within one shape never change
          <Skeleton key={at} variant="rounded" height={64} />
        ))}
      </Box>
    ))}
  </Box>
);

interface CustomerCardProps {
  customer: FollowUpCustomer;
  onOpen: (id: number) => void;
}

export function CustomerCard({ customer, onOpen }: CustomerCardProps) {
  const { id, legendas, dtUltComp, cidade, uf } = customer;
  return (
    <BoardCard onClick={() => onOpen(id)}>
      <span className="line">
        <strong>{customerText(customer)}</strong>
      </span>
      <span className="line second">{cidade && `${cidade}/${uf}`}</span>
      <span className="line second">
        {dtUltComp ? `Última compra em ${formatCalendarDate(dtUltComp)}` : 'Nunca comprou'}
      </span>
      {legendas.length > 0 && <LegendBadges codes={legendas.map(({ codigo }) => codigo)} />}
    </BoardCard>
  );
}

/** The board's filters, kept in the address; invalid values in the address are ignored. */
export function useBoardFilters(filters: readonly Filter[], others: readonly string[] = []) {
  const [search, setSearch] = useSearchParams();
  const keys = useMemo(() => [...filters.flatMap(keysOf), ...others], [filters, others]);
  const values = useMemo(
    (): FilterValues =>
      Object.fromEntries(
        keys.flatMap((key) => {
          const value = search.get(key);
          return value && isGood(key, value) ? [[key, value]] : [];
        }),
      ),
    [keys, search],
  );
  const change = useCallback(
    (next: FilterValues) =>
      setSearch(
        (now) => {
          const changed = new URLSearchParams(now);
          for (const key of keys) changed.delete(key);
          for (const [key, value] of Object.entries(next)) if (value) changed.set(key, String(value));
          return changed;
        },
        { replace: true },
      ),
    [keys, setSearch],
  );
  return { values, change };
}

const isGood = (key: string, value: string): boolean => {
  if (key.startsWith('dt')) return isCalendarDate(value);
  return key.startsWith('id') ? /^[1-9]\d{0,8}$/.test(value) : true;
};

/** Converts the values for the query: ids become numbers. */
export const queryOf = (values: FilterValues) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, key.startsWith('id') ? Number(value) : String(value)]),
  );

/** Offered to people who see more than one branch. */
export function branchFilter(): Filter[] {
  const branches = currentInitialLoad()?.filiais ?? [];
  if (branches.length < 2) return [];
  return [
    oneOf(
      'idFil',
      'Filial',
      branches.map(({ idFil, fant, razSoc }) => ({ value: `${idFil}`, label: fant || razSoc })),
      { pinned: true },
    ),
  ];
}
