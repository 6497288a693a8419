import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { formatCount } from '../../../contract/rules/format.ts';
import { RowResultsDialog } from '../../ui/lists/RowResultsDialog.tsx';
import type { Generated } from './useGenerate.ts';

interface GeneratedDialogProps {
  /** `null`: closed. */
  generated: Generated | null;
  onClose: () => void;
}

/** Which pickups were made of the tickets, and which tickets were refused. */
export const GeneratedDialog = ({ generated, onClose }: GeneratedDialogProps) => (
  <RowResultsDialog
    results={generated}
    title="Geração de coletas"
    doneText={(count) =>
      `${formatCount(generated?.coletas.length ?? 0, 'coleta gerada', 'coletas geradas')} de ${formatCount(count, 'ticket', 'tickets')}.`
    }
    rowName={(id) => `Ticket ${id}`}
    onClose={onClose}
  >
    {generated && generated.coletas.length > 0 && (
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {generated.coletas.map(({ id, responsavel, tickets }) => (
          <li key={id}>
            <Link component={RouterLink} to={`/coletas/${id}`}>
              Coleta {id}
            </Link>
            : {responsavel}, {formatCount(tickets.length, 'ticket', 'tickets')}
          </li>
        ))}
      </ul>
    )}
  </RowResultsDialog>
);
