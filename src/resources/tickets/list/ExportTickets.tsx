import type { TicketSelection } from '../../../../contract/sac/ticketBulk.ts';
import { ticketExportRoutes } from '../../../../contract/sac/ticketBulk.ts';
import type { TicketSort } from '../../../../contract/sac/tickets.ts';
import { downloadProgress } from '../../../dataProvider/downloadProgress.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';

interface ExportTicketsProps {
  selection: TicketSelection;
  sort: { field: string; order: string };
  /** In the bar of the selection: with its word. */
  wordy?: boolean;
}

/** All tickets that the list finds, or what is ticked. */
export function ExportTickets({ selection, sort, wordy = false }: ExportTicketsProps) {
  return (
    <ExportButton
      wordy={wordy}
      download={(formato, options) =>
        downloadProgress(
          ticketExportRoutes.file,
          {
            body: {
              ...selection,
              formato,
              orderBy: sort.field as TicketSort,
              direction: sort.order === 'ASC' ? 'ASC' : 'DESC',
            },
          },
          { name: `tickets.${formato}`, ...options },
        )
      }
    />
  );
}
