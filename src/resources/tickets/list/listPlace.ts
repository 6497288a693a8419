import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigationType } from 'react-router-dom';
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
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ListWalk | null;
    return Array.isArray(kept?.ids) && kept.paginator ? kept : null;
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

/** The table's scroll position when the list was left. */
let left = 0;

/** Restores the scroll position of the table inside `box` when the person returns to the list. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, ready: boolean): void {
  const back = useNavigationType() === 'POP';
  const due = useRef(back && left > 0);
  useEffect(() => {
    if (!ready || !due.current) return;
    due.current = false;
    const table = scrollerIn(box.current);
    if (table) table.scrollTop = left;
  }, [ready, box]);
  useLayoutEffect(() => {
    const here = box.current;
    return () => {
      left = scrollerIn(here)?.scrollTop ?? 0;
    };
  }, [box]);
}

const scrollerIn = (box: HTMLElement | null) => box?.querySelector('table')?.parentElement;

/**
 * Space on a row opens its preview beside the list, x selects it; while the preview is open, it follows the focus from row to
 * row.
 */
export function useRowPreview(rows: readonly TicketRow[], selection: TableSelection<TicketRow> | undefined) {
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
    onFocus({ target }: FocusEvent) {
      const row = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)];
      if (id !== null && row) setId(row.id);
    },
  };
}
