import { useEffect, useMemo, useState } from 'react';
import type { TicketSelection } from '#contract/sac/tickets/ticketBulk.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { wireFilters } from '#data/resources.ts';
import type { TableSelection } from '#ui/components/DataTable/selection.tsx';
import type { FilterValues } from '#ui/components/FilterBar/filters.ts';

/** Either individual ids, or everything the filters find except some ids. */
interface Chosen {
  filters: string;
  all: boolean;
  ids: ReadonlySet<string | number>;
}

/** The selection is kept across pages, and when the person returns to the list. */
let remembered: Chosen = { filters: '', all: false, ids: new Set() };

export interface SelectedTickets {
  table: TableSelection<TicketRow>;
  count: number;
  selectAll: () => void;
  clear: () => void;
  /** The selection in the server's format. */
  wanted: TicketSelection;
}

/** Changing the filters resets the selection, so that nothing out of view is acted on by mistake. */
export function useTicketSelection(
  rows: readonly TicketRow[],
  values: FilterValues,
  total: number,
): SelectedTickets {
  const filters = JSON.stringify(values);
  const [kept, setKept] = useState(remembered);
  const { all, ids } = kept.filters === filters ? kept : { all: false, ids: NONE };
  useEffect(() => {
    remembered = kept;
  }, [kept]);
  return useMemo(() => {
    const choose = (next: Omit<Chosen, 'filters'>) => setKept({ filters, ...next });
    const shown = rows.map(({ id }) => id);
    const ticked = all ? new Set<string | number>(shown.filter((id) => !ids.has(id))) : ids;
    return {
      table: {
        ids: ticked,
        onChange: (next) => choose(all ? { all, ids: excludedIds(ids, shown, next) } : { all, ids: next }),
        label: ({ id }) => `Selecionar ticket ${id}`,
      },
      count: all ? Math.max(0, total - ids.size) : ids.size,
      selectAll: () => choose({ all: true, ids: NONE }),
      clear: () => choose({ all: false, ids: NONE }),
      wanted: all
        ? { filtros: typedFilters(values), ...(ids.size > 0 && { excluidos: [...ids].map(Number) }) }
        : { ids: [...ids].map(Number) },
    };
  }, [all, ids, filters, rows, total, values]);
}

const NONE: ReadonlySet<string | number> = new Set();

/** When everything is selected: the ids excluded on this page, plus those already excluded on other pages. */
const excludedIds = (
  excluded: ReadonlySet<string | number>,
  shown: readonly number[],
  ticked: ReadonlySet<string | number>,
) =>
  new Set([
    ...[...excluded].filter((id) => !shown.includes(Number(id))),
    ...shown.filter((id) => !ticked.has(id)),
  ]);

const NUMBERS = new Set([
  'operador',
  'representante',
  'regiao',
  'setor',
  'filial',
  'transportadora',
  'motivo',
]);

/** Converts the address's filters, which are strings, to the types of the request body. */
export const typedFilters = (values: FilterValues): NonNullable<TicketSelection['filtros']> =>
  Object.fromEntries(
    Object.entries(wireFilters(values) as FilterValues)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => [key, typed(key, value as string | readonly string[])]),
  );

function typed(key: string, value: string | readonly string[]) {
  if (key === 'idCli') return Number(value);
  if (key === 'arquivado' || key === 'semOperador' || key === 'adiado') return value === 'true';
  if (NUMBERS.has(key)) return [value].flat().map(Number);
  return value;
}
