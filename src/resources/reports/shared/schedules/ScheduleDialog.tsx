import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { toRelativeDays } from '#contract/rules/reports/relativeDays.ts';
import { type ReportSchedule, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import type { ReportCard } from '#contract/sac/reports/reports.ts';
import { call } from '#data/call.ts';
import { ownToday } from '#data/session.ts';
import { routeKey, useCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { fieldLabels, useVersionedForm } from '#ui/conflict/useConflict.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { MovingDaysChoice, movingText } from '../sets/SetDialog.tsx';
import type { FilterValues } from '../useReportRun.ts';
import { draftOf, draftProblem, FILE_FORMATS, RhythmFields, rhythmOf } from './RhythmFields.tsx';

interface ScheduleDialogProps {
  report: Pick<ReportCard, 'id' | 'titulo' | 'saidas'>;
  /** Schema of the filters; when omitted (for an existing schedule), the filters stay unchanged. */
  schema?: JsonSchema;
  values: FilterValues;
  schedule?: ReportSchedule;
  onClose: () => void;
}

const LABELS = {
  ...fieldLabels(reportDeskRoutes.updateSchedule),
  moves: 'Período que anda com os dias',
};

/** Schedules a report by e-mail; each recipient gets only the data that their own access permits. */
export function ScheduleDialog({ report, schema, values, schedule, onClose }: ScheduleDialogProps) {
  const titleId = useId();
  const notify = useNotify();
  const client = useQueryClient();
  const held = useVersionedForm({
    versao: schedule?.versao ?? 0,
    initial: draftOf(schedule, report.saidas),
    read: (existing: ReportSchedule) => draftOf(existing, report.saidas),
  });
  const { value: draft, set: change } = held;
  const command = useCommand();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const missing = draftProblem(draft);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    const body = {
      nome: draft.nome.trim(),
      filtros: schema && draft.moves ? toRelativeDays(values, schema, ownToday()) : values,
      formato: draft.formato,
      ritmo: rhythmOf(draft),
      destinatarios: draft.destinatarios.map(({ value }) => Number(value)),
      ativo: draft.ativo,
    };
    try {
      if (schedule) {
        const answer = await held.send((versao) =>
          command(reportDeskRoutes.updateSchedule, {
            params: { id: schedule.id },
            body: { ...body, versao },
          }),
        );
        if (!answer) return setBusy(false);
      } else {
        await command(reportDeskRoutes.createSchedule, { body: { relatorio: report.id, ...body } });
      }
      await client.invalidateQueries({ queryKey: routeKey(reportDeskRoutes.schedules) });
      notify(`Envio "${body.nome}" salvo.`, { type: 'success' });
      onClose();
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };

  return (
    <DialogFrame open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <form onSubmit={(event) => void save(event)}>
        <DialogTitle id={titleId}>
          {schedule ? 'Alterar envio' : `Agendar envio: ${report.titulo}`}
        </DialogTitle>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 4, pt: 1 }}>
            <ConflictView conflict={held} name="este envio" labels={LABELS} />
            {problem && (
              <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
                {problem}
              </Alert>
            )}
            <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 140px' } }}>
              <TextField
                label="Nome"
                value={draft.nome}
                onChange={({ target }) => change({ nome: target.value })}
                required
                autoFocus
                helperText="Vai no assunto do e-mail."
                slotProps={{ htmlInput: { maxLength: 80 } }}
              />
              <ChoiceField
                label="Formato"
                value={draft.formato}
                onChange={(formato) => change({ formato })}
                choices={FILE_FORMATS.filter((each) => report.saidas.includes(each)).map((each) => ({
                  value: each,
                  label: each,
                }))}
              />
            </Box>
            <RhythmFields draft={draft} onChange={change} />
            <AsyncAutocomplete
              multiple
              label="Quem recebe"
              value={draft.destinatarios}
              onChange={(destinatarios) => change({ destinatarios })}
              load={findReceivers}
              hint="Nome da pessoa"
              helperText="Cada pessoa recebe por e-mail um endereço para baixar o que o próprio acesso permite ver."
            />
            {schema && (
              <MovingDaysChoice
                text={movingText(schema, values)}
                checked={draft.moves}
                onChange={(moves) => change({ moves })}
              />
            )}
            <FormControlLabel
              control={
                <Switch checked={draft.ativo} onChange={({ target }) => change({ ativo: target.checked })} />
              }
              label={draft.ativo ? 'Ativo' : 'Parado: nada é enviado'}
            />
          </Box>
        </DialogContent>
        <DialogActions>
          {missing && (
            <Typography variant="caption" sx={{ mr: 'auto', pl: 2 }}>
              {missing}
            </Typography>
          )}
          <CloseButton disabled={busy}>Cancelar</CloseButton>
          <Button
            type="submit"
            variant="contained"
            loading={busy}
            disabled={missing !== '' || held.undecided}
          >
            Salvar envio
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

async function findReceivers(q: string, signal: AbortSignal): Promise<AsyncOption[]> {
  const people = await call(reportDeskRoutes.receivers, { query: q ? { q } : {} }, { signal });
  return people.map(({ id, nome }) => ({ value: id, label: nome }));
}
