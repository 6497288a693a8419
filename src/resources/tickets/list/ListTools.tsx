import { type TicketSelection, ticketExportRoutes } from '../../../../contract/sac/ticketBulk.ts';
import type { TicketSort } from '../../../../contract/sac/tickets.ts';
import { downloadProgress } from '../../../dataProvider/downloadProgress.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { useShortcuts } from '../../../ui/shell/shortcuts/shortcuts.ts';

/** What the list offers beyond looking: one chunk, loaded when the list stands. */

export { FieldsOfList } from '../../../custom/extraFields/FieldsOfList.tsx';

export { ListViews } from '../../../ui/lists/views/ListViews.tsx';

export { BulkBar } from './bulk/BulkBar.tsx';

export { TicketPreview } from './TicketPreview.tsx';

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

interface ListKeysProps {
  mayExport: boolean;
  selects: boolean;
}

/**
 * The keys of the list. Within a row the table itself has j, k, space and x; from anywhere else the first of them
 * leads to the rows.
 */
export function ListKeys({ mayExport, selects }: ListKeysProps) {
  useShortcuts(inWords('Lista de tickets'), [
    { keys: 'j', label: 'Próxima linha', run: focusFirstRow },
    { keys: 'k', label: 'Linha anterior', run: focusFirstRow },
    { keys: 'space', label: 'Ver a prévia da linha', run: focusFirstRow },
    { keys: 'x', label: 'Selecionar a linha', enabled: selects, run: focusFirstRow },
    { keys: 'e', label: 'Exportar', enabled: mayExport, run: () => press('Exportar para planilha') },
    { keys: '/', label: inWords('Buscar tickets'), run: () => find('input[type=search]')?.focus() },
  ]);
  return null;
}

const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);

const focusFirstRow = () => find('[data-rows] [data-open]')?.focus();

const press = (label: string) => find(`button[aria-label="${label}"]`)?.click();
