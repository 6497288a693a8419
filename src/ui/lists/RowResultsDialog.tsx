import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { CloseButton, DialogFrame } from '../components/frame/DialogFrame.tsx';

interface RowResultsDialogProps {
  /** `null` when closed. */
  results: RowResults | null;
  title: string;
  /** The summary of what was done: '2 coletas confirmadas'. */
  doneText: (count: number) => string;
  /** The name of a row: 'Coleta 12'. */
  rowName: (id: number) => string;
  onClose: () => void;
  /** Additional content between the summary and the refusals. */
  children?: ReactNode;
}

/** The result of a bulk action: how many rows succeeded, and every refusal with its reason. */
export function RowResultsDialog(props: RowResultsDialogProps) {
  const { results, title, doneText, rowName, onClose, children } = props;
  const id = useId();
  if (!results) return null;
  const { sucesso, falhas } = results;
  return (
    <DialogFrame open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        {sucesso.length > 0 && <Alert severity="success">{doneText(sucesso.length)}</Alert>}
        {children}
        {falhas.length > 0 && (
          <Alert severity="warning">
            {formatCount(falhas.length, 'linha não mudou', 'linhas não mudaram')}:
            <Box component="ul" sx={{ m: 0, mt: 1, pl: 4 }}>
              {falhas.map((row) => (
                <li key={row.id}>
                  <strong>{rowName(row.id)}</strong>: {row.mensagem}
                </li>
              ))}
            </Box>
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <CloseButton variant="contained" autoFocus>
          Ok, fechar
        </CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
