import type { Paginator } from '../../../../contract/route.ts';
import type { TicketRow } from '../../../../contract/sac/tickets.ts';

/** The page of the list that a tab showed last: what the previous and the next ticket are. */
export interface ListWalk {
  /** Filters, order and page size, as the list was asked for. */
  query: Record<string, unknown>;
  ids: number[];
  paginator: Paginator;
}

const KEY = 'TICKETS.caminho';

export function keepWalk(walk: ListWalk): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(walk));
  } catch {
    // Without storage there is only no way to the neighbours.
  }
}

export function keptWalk(): ListWalk | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ListWalk | null;
    return Array.isArray(kept?.ids) && kept.paginator ? kept : null;
  } catch {
    return null;
  }
}

export const walkOf = (
  query: Record<string, unknown>,
  rows: readonly TicketRow[],
  paginator: Paginator,
): ListWalk => ({ query, ids: rows.map(({ id }) => id), paginator });

/** How manyth of the list a ticket is; 0 when the list did not show it. */
export const placeInWalk = ({ ids, paginator }: ListWalk, id: number): number => {
  const at = ids.indexOf(id);
  return at < 0 ? 0 : (paginator.current_page - 1) * paginator.per_page + at + 1;
};
