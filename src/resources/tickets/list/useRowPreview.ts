import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { TicketRow } from '../../../../contract/sac/tickets.ts';
import type { TableSelection } from '../../../ui/components/DataTable/selection.ts';

/** Space on a row shows it beside the list, x ticks it; while it is shown, the focus leads it from row to row. */
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
