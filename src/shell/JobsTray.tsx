import PlaylistAddCheckOutlined from '@mui/icons-material/PlaylistAddCheckOutlined';
import Badge from '@mui/material/Badge';
import CircularProgress from '@mui/material/CircularProgress';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useRef, useState } from 'react';
import type { BulkSummary } from '#contract/sac/tickets/ticketBulk.ts';
import { useAgendaRefresh } from '#src/resources/agendas/shared/agendaTexts.tsx';
import { Button } from '#ui/components/Button.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { JobResult } from '#ui/jobs/JobResult.tsx';
import { setHasJobs } from '#ui/jobs/jobsFlag.ts';
import { isRunning, jobSentence, useJobs } from '#ui/jobs/useJob.ts';

/** The top bar button and its popover: the person's own long-running jobs, their progress and their results. */
export function JobsTray() {
  const { data: jobs = [] } = useJobs();
  useRefreshAfterAutomation(jobs);
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const titleId = useId();
  const running = jobs.filter(isRunning).length;
  const label = running > 0 ? `Ações em lote: ${running} em andamento` : 'Ações em lote: resultado';
  const close = () => {
    setOpen(false);
    setShown(null);
    if (running === 0) setHasJobs(false);
  };
  return (
    <>
      <Hint text={label}>
        <IconButton aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Badge color={running > 0 ? 'primary' : 'success'} variant="dot">
            {running > 0 ? <CircularProgress size={20} aria-hidden /> : <PlaylistAddCheckOutlined />}
          </Badge>
        </IconButton>
      </Hint>
      <DialogFrame open={open} onClose={close} aria-labelledby={titleId} maxWidth="sm" fullWidth>
        <DialogTitle id={titleId}>Ações em lote</DialogTitle>
        <DialogContent>
          {shown ? <JobResult idLote={shown} onRetried={setShown} /> : <Jobs jobs={jobs} onOpen={setShown} />}
        </DialogContent>
        <DialogActions>
          {shown && (
            <Button color="inherit" onClick={() => setShown(null)}>
              Ver todas
            </Button>
          )}
          <Button variant="contained" onClick={close}>
            Fechar
          </Button>
        </DialogActions>
      </DialogFrame>
    </>
  );
}

/** Refetches everything that shows agendas when an automation run has ended. */
function useRefreshAfterAutomation(jobs: readonly BulkSummary[]): void {
  const refresh = useAgendaRefresh();
  const making = jobs.filter((job) => job.acao === 'executar-automacao' && isRunning(job)).length;
  const before = useRef(making);
  useEffect(() => {
    if (making < before.current) void refresh();
    before.current = making;
  }, [making, refresh]);
}

function Jobs({ jobs, onOpen }: { jobs: readonly BulkSummary[]; onOpen: (id: string) => void }) {
  if (jobs.length === 0) return <p>Nenhuma ação em lote nas últimas 24 horas.</p>;
  return (
    <List>
      {jobs.map((job) => (
        <li key={job.id}>
          <span>
            {jobSentence(job, job.falharam)}
            <small>
              {isRunning(job) ? `${Math.floor((100 * job.processados) / job.total)}% · ` : ''}
              <RelativeDate value={job.datahora_criacao} />
            </small>
          </span>
          <Button size="small" onClick={() => onOpen(job.id)}>
            {isRunning(job) ? 'Acompanhar' : 'Ver resultado'}
          </Button>
        </li>
      ))}
    </List>
  );
}

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    padding: '8px 0',
    borderBottom: `1px solid ${theme.vars.palette.components.linha}`,
  },
  '& li:last-of-type': { borderBottom: 0 },
  '& small': { display: 'block', fontSize: 12, color: theme.vars.palette.components.textoSecundario },
  '& button': { flex: 'none' },
}));
