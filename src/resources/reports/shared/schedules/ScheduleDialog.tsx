import { useNotify } from 'ra-core';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { rhythmText } from '#contract/rules/reports/rhythm.ts';
import { type ReportSchedule, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { useBodyField } from '#ui/editing/BodyField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import type { Values } from '#ui/editing/commandFields.ts';
import { MovingDaysInput, movingFilters } from '../sets/MovingDaysInput.tsx';
import type { FilterValues } from '../useReportRun.ts';
import { findReceivers } from './findReceivers.ts';
import { type RhythmDraft, RhythmInput, rhythmDraft, rhythmOf, rhythmProblem } from './RhythmInput.tsx';

/** What is sent: a report in one of its formats, or a dashboard as PDF. */
export type Sent = { titulo: string } & (
  | { relatorio: string; saidas: readonly string[] }
  | { painel: string }
);

interface ScheduleDialogProps {
  sent: Sent;
  /** Schema of the filters; when omitted (for an existing schedule), the filters stay unchanged. */
  schema?: JsonSchema;
  values: FilterValues;
  schedule?: ReportSchedule;
  onClose: () => void;
}

const { createSchedule, updateSchedule } = reportDeskRoutes;

/** Schedules a report or dashboard by e-mail; each recipient gets only the data that their own access permits. */
export function ScheduleDialog({ sent, schema, values, schedule, onClose }: ScheduleDialogProps) {
  const notify = useNotify();
  const outputs = 'saidas' in sent ? sent.saidas : PAPER;
  const choosesFormat = 'saidas' in sent;
  const form = {
    only: [
      'nome' as const,
      ...(choosesFormat ? (['formato'] as const) : []),
      ...(['ritmo', 'destinatarios'] as const),
      ...(schema ? (['filtros'] as const) : []),
      ...(['soComLinhas', 'ativo'] as const),
    ],
    read: (kept: ReportSchedule | undefined) => ({
      formato: FILE_FORMATS.find((each) => (kept ? each === kept.formato : outputs.includes(each))),
      ritmo: rhythmDraft(kept?.ritmo),
      destinatarios: (kept?.destinatarios ?? []).map(({ id, nome }) => ({ value: id, label: nome })),
      ...(schema && { filtros: movingFilters(schema, values) }),
      soComLinhas: kept?.soComLinhas ?? false,
      ativo: kept?.ativo ?? true,
    }),
    fields: ({ ativo }: Values) => ({
      nome: { hint: 'Vai no assunto do e-mail.', autoFocus: true, half: choosesFormat },
      ...(choosesFormat && {
        formato: {
          choices: FILE_FORMATS.filter((each) => outputs.includes(each)).map((value) => ({
            value,
            label: value,
          })),
          half: true,
        },
      }),
      ritmo: {
        input: <RhythmInput />,
        sent: rhythmOf,
        show: (rhythm: RhythmDraft) => rhythmText(rhythmOf(rhythm)),
      },
      destinatarios: {
        input: <ReceiversInput />,
        sent: (people: AsyncOption[]) => people.map(({ value }) => Number(value)),
      },
      ...(schema && {
        filtros: { input: <MovingDaysInput route={createSchedule} schema={schema} values={values} /> },
      }),
      soComLinhas: {
        hint: choosesFormat
          ? 'Quem não teria nenhuma linha não recebe o e-mail.'
          : 'Quem só teria listas vazias e números zerados não recebe o e-mail.',
      },
      ativo: { hint: ativo ? undefined : 'Parado: nada é enviado.' },
    }),
    check: ({ ritmo }: Values) => ({ ritmo: rhythmProblem(ritmo as RhythmDraft) }),
    width: 'sm' as const,
    confirmLabel: 'Salvar envio',
    onDone: (_: string, { nome }: ReportSchedule) => {
      notify(`Envio "${nome}" salvo.`, { type: 'success' });
      onClose();
    },
    onClose,
  };
  const given = { ...(!schema && { filtros: values }), ...(!choosesFormat && { formato: 'PDF' as const }) };
  return schedule ? (
    <CommandDialog
      route={updateSchedule}
      params={{ id: schedule.id }}
      record={schedule}
      name="este envio"
      given={given}
      title="Alterar envio"
      {...form}
    />
  ) : (
    <CommandDialog
      route={createSchedule}
      given={{ ...given, ...('saidas' in sent ? { relatorio: sent.relatorio } : { painel: sent.painel }) }}
      title={`Agendar envio: ${sent.titulo}`}
      {...form}
    />
  );
}

const FILE_FORMATS = ['XLSX', 'CSV', 'PDF'] as const;
const PAPER: readonly string[] = ['PDF'];

function ReceiversInput() {
  const { words, value, problem, set } = useBodyField(createSchedule, 'destinatarios');
  return (
    <AsyncAutocomplete
      multiple
      label={words.label}
      value={value as AsyncOption[]}
      onChange={set}
      load={findReceivers}
      hint="Nome da pessoa"
      error={problem}
      helperText="Cada pessoa recebe por e-mail um endereço para baixar o que o próprio acesso permite ver."
    />
  );
}
