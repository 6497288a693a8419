import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import {
  type BulkData,
  type TicketSelection,
  ticketBulkRoutes,
} from '../../../../../contract/sac/ticketBulk.ts';
import { useRouteCommand } from '../../../../dataProvider/useRoute.ts';
import { CloseButton, DialogFrame } from '../../../../ui/components/frame/DialogFrame.tsx';
import { JobResult } from '../../../../ui/jobs/JobResult.tsx';
import { noteJobs } from '../../../../ui/jobs/jobsFlag.ts';
import { isRunning, jobWords, ticketCount } from '../../../../ui/jobs/jobWords.ts';
import { useTicketRefresh } from '../../../../ui/jobs/useJob.ts';
import { BulkFields } from './BulkFields.tsx';
import type { BulkChoice } from './bulkChoices.ts';

interface BulkDialogProps {
  choice: BulkChoice;
  count: number;
  selection: TicketSelection;
  onClose: () => void;
  /** The server has taken it: the selection has served. */
  onTaken: () => void;
}

/** Says what will be done with how many, asks what the action needs, and then shows how it goes. */
export function BulkDialog(props: BulkDialogProps) {
  const { choice, count, onClose } = props;
  // The selection is cleared while the dialog still tells of it.
  const [{ total, selection }] = useState({ total: count, selection: props.selection });
  const titleId = useId();
  const refresh = useTicketRefresh();
  const [data, setData] = useState<BulkData>({});
  const [job, setJob] = useState<string | null>(null);
  const run = useRouteCommand(ticketBulkRoutes.run, {
    onSuccess: (answer) => {
      setJob(answer.data.id);
      if (isRunning(answer.data)) noteJobs(true);
      refresh();
      props.onTaken();
    },
  });
  const words = jobWords[choice.action];
  const start = () => run.mutate({ params: { acao: choice.action }, body: { ...selection, dados: data } });
  const fieldErrors = run.error?.fields ?? {};
  const unplaced = run.error && !choice.fields.some((field) => field in fieldErrors);
  return (
    <DialogFrame
      open
      onClose={run.isPending ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <DialogTitle id={titleId}>
          {words.verb} {choice.action === 'nota-privada' && 'em '}
          {choice.action === 'gerar-coletas' && 'de '}
          {ticketCount(total)}
        </DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          {job ? (
            <JobResult idLote={job} onRetried={setJob} />
          ) : (
            <>
              <Typography sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
                {choice.promise}
              </Typography>
              <BulkFields choice={choice} data={data} onChange={setData} errors={fieldErrors} />
              {unplaced && (
                <Typography role="alert" color="error">
                  {run.error?.message}
                </Typography>
              )}
            </>
          )}
        </DialogContent>
        <DialogActions>
          {job ? (
            <CloseButton variant="contained">Fechar</CloseButton>
          ) : (
            <>
              <CloseButton disabled={run.isPending}>Cancelar</CloseButton>
              <Button type="submit" variant="contained" loading={run.isPending}>
                {words.verb}
              </Button>
            </>
          )}
        </DialogActions>
      </form>
    </DialogFrame>
  );
}
