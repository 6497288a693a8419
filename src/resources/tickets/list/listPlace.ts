import { type KeyboardEvent, useState } from 'react';
import type { Paginator } from '#contract/route.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { storeForPerson } from '#data/session.ts';
import type { TableSelection } from '#ui/components/DataTable/selection.tsx';

/** The list page last shown in this tab, which determines the previous and next tickets. */
interface ListWalk {
  /** The filters, order and page size of the list's query. */
  query: Record<string, unknown>;
  ids: number[];
  paginator: Paginator;
}

const KEY = 'TICKETS.caminho';

/** Without storage, the only loss is the navigation to neighbouring tickets. */
export const saveListPage = (walk: ListWalk): void =>
  storeForPerson(sessionStorage, KEY, JSON.stringify(walk));

export function savedListPage(): ListWalk | null {
  try {
    const storedPlace = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ListWalk | null;
    return Array.isArray(storedPlace?.ids) && storedPlace.paginator ? storedPlace : null;
  } catch {
    return null;
  }
}

export const listPageOf = (
  query: Record<string, unknown>,
  rows: readonly TicketRow[],
  paginator: Paginator,
): ListWalk => ({ query, ids: rows.map(({ id }) => id), paginator });

/** A ticket's position in the list, counted from 1; 0 when it was not on the page. */
export const positionInList = ({ ids, paginator }: ListWalk, id: number): number => {
  const at = ids.indexOf(id);
  return at < 0 ? 0 : (paginator.current_page - 1) * paginator.per_page + at + 1;
};

/**
 * Space on a row opens its preview beside the list, x selects it; while the preview is open, it follows the focus from row to
 * row.
 */
export function useRowPreview(selection: TableSelection<TicketRow> | undefined) {
  const [id, setId] = useState<number | null>(null);
  const close = () => setId(null);
  return {
    id,
    close,
    onRowKeyDown(event: KeyboardEvent, row: TicketRow) {
      if ((event.target as Element).matches('input, button:not([data-open])')) return;
      if (event.key === ' ') setId(id === row.id ? null : row.id);
      else if (event.key === 'Escape' && id !== null) close();
      else if (event.key === 'x' && selection) {
        const ids = new Set(selection.ids);
        if (!ids.delete(row.id)) ids.add(row.id);
        selection.onChange(ids);
      } else return;
      event.preventDefault();
    },
    onRowFocus(row: TicketRow) {
      if (id !== null) setId(row.id);
    },
  };
}
