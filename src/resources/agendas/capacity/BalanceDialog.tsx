import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { AgendaShift, agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { FieldProblems } from '#ui/components/fieldProblems.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { useConfirmedRows } from '../shared/ConfirmContact.tsx';

interface BalanceDialogProps {
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** A proposal for balancing the days, to be reviewed before it is applied. */
export function BalanceDialog({ onClose, onDone }: BalanceDialogProps) {
  const id = useId();
  const proposal = useRoute(agendaSupervisionRoutes.proposal, { query: {} }, { gcTime: 0, staleTime: 0 });
  const command = useRouteCommand(agendaSupervisionRoutes.balance);
  const [results, setResults] = useState<RowResults | null>(null);
  const confirmed = useConfirmedRows();
  const [asked, setAsked] = useState<string>();
  const moves = proposal.data?.movimentos ?? [];
  const run = async () => {
    const movimentos = moves.map(({ id: agenda, versao, para }) => ({
      id: agenda,
      versao,
      idColab: para.id,
    }));
    setAsked(undefined);
    try {
      const answer = await confirmed.send(({ ids, confirmar }) => {
        const chosen = ids ? movimentos.filter((move) => ids.includes(move.id)) : movimentos;
        return command.mutateAsync({ body: { movimentos: chosen, ...(confirmar && { confirmar }) } });
      });
      setResults(answer);
    } catch (error) {
      // A failure of the call itself is shown by the command.
      setAsked(error instanceof FieldProblems ? error.fields.confirmar : undefined);
      return;
    }
    await onDone();
  };
  // What was moved before the rest was left is shown too.
  const close = () => {
    if (!confirmed.rows) return onClose();
    setResults(confirmed.rows);
    void onDone();
  };
  if (results)
    return (
      <RowResultsDialog
        results={results}
        title="Equilíbrio de agendas"
        doneText={(count) => `${formatCount(count, 'agenda transferida', 'agendas transferidas')}.`}
        rowName={(agenda) => `Agenda ${agenda}`}
        onClose={onClose}
      />
    );
  return (
    <DialogFrame
      open
      onClose={command.isPending ? undefined : close}
      maxWidth="md"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>Equilibrar agendas</DialogTitle>
      {/* Focusable, because cards contain nothing else that would let the keyboard scroll. */}
      <DialogContent dividers tabIndex={0}>
        <Box sx={{ display: 'grid', gap: 3 }}>
          <Failure answer={proposal} />
          {confirmed.field(asked)}
          {command.error && <Alert severity="error">{command.error.message}</Alert>}
          {proposal.data && proposal.data.semLugar > 0 && (
            <Alert severity="warning">
              {formatCount(proposal.data.semLugar, 'agenda fica', 'agendas ficam')} acima da capacidade:
              ninguém que atende o cliente tem lugar no mesmo dia.
            </Alert>
          )}
          {proposal.data && moves.length === 0 && (
            <Alert severity={proposal.data.semLugar > 0 ? 'info' : 'success'}>
              Não há transferência que melhore os próximos dias.
            </Alert>
          )}
          {(proposal.isPending || moves.length > 0) && (
            <DataTable
              label="Transferências propostas"
              columns={COLUMNS}
              rows={moves}
              rowId={moveId}
              loading={proposal.isPending}
              maxHeight="50vh"
            />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <CloseButton disabled={command.isPending}>{moves.length > 0 ? 'Cancelar' : 'Fechar'}</CloseButton>
        {moves.length > 0 && (
          <Button variant="contained" onClick={() => void run()} loading={command.isPending}>
            {`Transferir ${formatCount(moves.length, 'agenda', 'agendas')}`}
          </Button>
        )}
      </DialogActions>
    </DialogFrame>
  );
}

const moveId = ({ id }: AgendaShift) => id;
const COLUMNS: readonly Column<AgendaShift>[] = [
  fieldColumn(AgendaShift, 'dia', { width: 104, card: 'corner' }),
  fieldColumn(AgendaShift, 'cliente', { minWidth: 160, card: 'title' }),
  fieldColumn(AgendaShift, 'assunto', { minWidth: 160 }),
  fieldColumn(AgendaShift, 'de', { label: 'De', minWidth: 120, card: 'fact' }),
  fieldColumn(AgendaShift, 'para', { label: 'Para', minWidth: 120, card: 'fact' }),
];
