import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { type Automation, automationRoutes } from '#contract/callcenter/agendas/automations.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { useAgendaRefresh } from '#src/resources/agendas/shared/agendaTexts.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { JobResult } from '#ui/jobs/JobResult.tsx';
import { setHasJobs } from '#ui/jobs/jobsFlag.ts';
import { useRunningNoted, useTicketRefresh } from '#ui/jobs/useJob.ts';

interface AutomationCommandsProps {
  automation: Automation;
  onChanged: () => Promise<unknown>;
}

/** Runs the automation now, or removes those of its agendas that are still open. */
export function AutomationCommands({ automation, onChanged }: AutomationCommandsProps) {
  const [requested, setRequested] = useState<'run' | 'remove' | null>(null);
  const notify = useNotify();
  const refresh = useAgendaRefresh();
  const [job, setJob] = useState<string | null>(null);
  useRunningNoted(true);
  const refreshJobs = useTicketRefresh();
  const run = useRouteCommand(automationRoutes.run);
  const remove = useRouteCommand(automationRoutes.removeAgendas);
  const input = { params: { id: automation.id } };
  const after = async (message: string) => {
    setRequested(null);
    notify(message, { type: 'success' });
    await Promise.all([onChanged(), refresh()]);
  };
  const start = async () => {
    const { data } = await run.mutateAsync(input);
    if (!data.idLote) return after(data.message);
    setHasJobs(true);
    refreshJobs();
    setRequested(null);
    setJob(data.idLote);
  };
  return (
    <>
      {automation.pendentes > 0 && (
        <Button color="error" onClick={() => setRequested('remove')}>
          Excluir pendentes
        </Button>
      )}
      <Button variant="outlined" onClick={() => setRequested('run')}>
        Executar agora
      </Button>
      <ConfirmDialog
        open={requested === 'run'}
        title={`Executar "${automation.nome}" agora?`}
        text="Cria as agendas pela regra salva. No mesmo dia, quem já recebeu uma agenda dela não recebe outra. Muitas agendas são criadas em segundo plano, e você pode parar."
        confirmLabel="Executar"
        onConfirm={start}
        onCancel={() => setRequested(null)}
      />
      {job && (
        <RunDialog
          idLote={job}
          title={`Execução de "${automation.nome}"`}
          onClose={() => {
            setJob(null);
            void Promise.all([onChanged(), refresh()]);
          }}
        />
      )}
      <ConfirmDialog
        open={requested === 'remove'}
        title={`Excluir ${formatCount(automation.pendentes, 'agenda pendente', 'agendas pendentes')}?`}
        text="São as que esta automação criou e ninguém finalizou. As cumpridas ficam."
        confirmLabel="Excluir"
        tone="error"
        onConfirm={async () => after((await remove.mutateAsync(input)).data.message)}
        onCancel={() => setRequested(null)}
      />
    </>
  );
}

interface RunDialogProps {
  idLote: string;
  title: string;
  onClose: () => void;
}

/** The progress of a long run, and then which customers got no agenda, and why. */
function RunDialog({ idLote, title, onClose }: RunDialogProps) {
  const titleId = useId();
  return (
    <DialogFrame open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <JobResult idLote={idLote} />
      </DialogContent>
      <DialogActions>
        <CloseButton variant="contained">Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
