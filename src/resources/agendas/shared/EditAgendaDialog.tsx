import Box from '@mui/material/Box';
import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { ownToday } from '#data/session.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems, useFieldProblem } from '#ui/components/fieldProblems.ts';
import { DateField, TimeField } from '#ui/components/inputs/DateField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { whenText } from './agendaTexts.tsx';
import { askedInDialog, confirmedBy, useContactReason } from './ConfirmContact.tsx';

const formOf = ({ assunto, descricao }: AgendaActProps['agenda']) => ({ assunto, descricao });

/** Edits what the contact is about. */
export function EditAgendaDialog({ agenda, onDone, onClose }: AgendaActProps) {
  const held = useVersionedForm({ versao: agenda.versao, initial: formOf(agenda), read: formOf });
  const { assunto, descricao } = held.value;
  const update = useRouteCommand(agendaRoutes.update);
  const run = async () => {
    if (!assunto.trim()) throw new FieldProblems({ assunto: 'Informe o assunto.' });
    const answer = await held.send((versao) =>
      update.mutateAsync({
        params: { id: agenda.id },
        body: { versao, assunto: assunto.trim(), descricao },
      }),
    );
    if (answer) await onDone(answer.data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Editar a agenda ${agenda.id}`}
      confirmLabel="Salvar"
      disabled={held.undecided}
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 2 }}>
        <ConflictView
          conflict={held}
          name="esta agenda"
          labels={{ assunto: 'Assunto', descricao: 'Descrição' }}
        />
        <WordFields
          assunto={assunto}
          descricao={descricao}
          onAssunto={(text) => held.set({ assunto: text })}
          onDescricao={(text) => held.set({ descricao: text })}
        />
      </Box>
    </ConfirmDialog>
  );
}

interface WordFieldsProps {
  assunto: string;
  descricao: string;
  onAssunto: (text: string) => void;
  onDescricao: (text: string) => void;
  error?: string | undefined;
}

export function WordFields({ assunto, descricao, onAssunto, onDescricao, error }: WordFieldsProps) {
  const missing = useFieldProblem('assunto', assunto);
  const problem = error ?? missing;
  return (
    <>
      <TextField
        label="Assunto"
        required
        fullWidth
        value={assunto}
        onChange={(event) => onAssunto(event.target.value)}
        error={Boolean(problem)}
        helperText={problem}
        slotProps={{ htmlInput: { maxLength: 120 } }}
      />
      <TextField
        label="Descrição"
        multiline
        minRows={3}
        fullWidth
        value={descricao}
        onChange={(event) => onDescricao(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
    </>
  );
}

export interface AgendaActProps {
  agenda: AgendaRow;
  /** Receives the server's success message. */
  onDone: (text: string) => void | Promise<void>;
  onClose: () => void;
}

interface Reschedule {
  moment: { day: string | null; time: string };
  motivo: string;
}

function momentOf({ data_agendada, filial }: Pick<AgendaRow, 'data_agendada' | 'filial'>): Reschedule {
  const day = localDate(data_agendada, filial.fuso);
  const time = localTime(data_agendada, filial.fuso);
  return { moment: { day: day < ownToday() ? ownToday() : day, time }, motivo: '' };
}

const momentWords = ({ day, time }: Reschedule['moment']) =>
  day ? `${formatCalendarDate(day)} ${time}` : '(vazio)';

/** Moves the agenda to another day and time, with a reason; the history keeps both dates. */
export function RescheduleDialog({ agenda, onDone, onClose }: AgendaActProps) {
  const { data_agendada, filial } = agenda;
  const held = useVersionedForm<Reschedule>({
    versao: agenda.versao,
    initial: momentOf(agenda),
    read: momentOf,
  });
  const { moment, motivo } = held.value;
  const why = useContactReason([moment]);
  const update = useRouteCommand(agendaRoutes.update);
  const run = async () => {
    const text = momentText(moment);
    if (!text || !motivo.trim())
      throw new FieldProblems({
        moment: text ? '' : 'Informe o dia e a hora.',
        motivo: motivo.trim() ? '' : 'Informe por que a agenda muda de data.',
      });
    const answer = await askedInDialog(
      held.send((versao) =>
        update.mutateAsync({
          params: { id: agenda.id },
          body: { versao, data_agendada: text, motivo: motivo.trim(), ...confirmedBy(why.reason) },
        }),
      ),
    );
    if (answer) await onDone(answer.data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Reagendar a agenda ${agenda.id}`}
      text={`Marcada para ${whenText(data_agendada, filial.fuso)}. A mudança e o motivo ficam no histórico.`}
      confirmLabel="Reagendar"
      disabled={held.undecided}
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <ConflictView
          conflict={held}
          name="esta agenda"
          labels={{ moment: { label: 'Data e hora', show: (own) => momentWords(own) } }}
        />
        <MomentFields
          value={moment}
          onChange={(next) => held.set({ moment: next })}
          help={`No horário de ${filial.desc}`}
        />
        <ReasonField label="Motivo" value={motivo} onChange={(text) => held.set({ motivo: text })} required />
        {why.field()}
      </Box>
    </ConfirmDialog>
  );
}

/** A day and a time on the clock of the agenda's branch. */
export interface MomentDraft {
  day: string | null;
  time: string;
}

interface MomentFieldsProps {
  value: MomentDraft;
  onChange: (value: MomentDraft) => void;
  error?: string | undefined;
  /** Text below the fields that says which branch's clock applies. */
  help?: string;
}

export function MomentFields({ value, onChange, error, help }: MomentFieldsProps) {
  const missing = useFieldProblem('moment', value);
  const problem = error ?? missing;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 3fr) minmax(112px, 2fr)', gap: 3 }}>
      <DateField
        label="Dia"
        required
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
        min={ownToday()}
        error={Boolean(problem)}
        helperText={problem ?? help}
      />
      <TimeField
        label="Hora"
        required
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
        error={Boolean(problem)}
      />
    </Box>
  );
}

/** The wire format; `null` while a part is missing. */
export const momentText = ({ day, time }: MomentDraft): string | null =>
  day && /^\d\d:\d\d/.test(time) ? `${day} ${time.slice(0, 5)}` : null;

interface ReasonFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  required?: boolean;
  autoFocus?: boolean;
}

export const ReasonField = ({
  label,
  value,
  onChange,
  required = false,
  autoFocus = false,
}: ReasonFieldProps) => {
  const problem = useFieldProblem('motivo', value);
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      required={required}
      autoFocus={autoFocus}
      error={required && Boolean(problem)}
      helperText={required ? problem : undefined}
      multiline
      minRows={2}
      fullWidth
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  );
};
