import { useNotify } from 'ra-core';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { rhythmText } from '#contract/rules/reports/rhythm.ts';
import { type ReportSchedule, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import type { ReportCard } from '#contract/sac/reports/reports.ts';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { useBodyField } from '#ui/editing/BodyField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import type { Values } from '#ui/editing/commandFields.ts';
import { MovingDaysInput, movingFilters } from '../sets/MovingDaysInput.tsx';
import type { FilterValues } from '../useReportRun.ts';
import { findReceivers } from './findReceivers.ts';
import { type RhythmDraft, RhythmInput, rhythmDraft, rhythmOf, rhythmProblem } from './RhythmInput.tsx';

interface ScheduleDialogProps {
  report: Pick<ReportCard, 'id' | 'titulo' | 'saidas'>;
  /** Schema of the filters; when omitted (for an existing schedule), the filters stay unchanged. */
  schema?: JsonSchema;
  values: FilterValues;
  schedule?: ReportSchedule;
  onClose: () => void;
}

const { createSchedule, updateSchedule } = reportDeskRoutes;

/** Schedules a report by e-mail; each recipient gets only the data that their own access permits. */
export function ScheduleDialog({ report, schema, values, schedule, onClose }: ScheduleDialogProps) {
  const notify = useNotify();
  const form = {
    only: schema ? ([...NAMES, 'filtros', ...LAST] as const) : ([...NAMES, ...LAST] as const),
    read: (kept: ReportSchedule | undefined) => ({
      formato: FILE_FORMATS.find((each) => (kept ? each === kept.formato : report.saidas.includes(each))),
      ritmo: rhythmDraft(kept?.ritmo),
      destinatarios: (kept?.destinatarios ?? []).map(({ id, nome }) => ({ value: id, label: nome })),
      ...(schema && { filtros: movingFilters(schema, values) }),
      soComLinhas: kept?.soComLinhas ?? false,
      ativo: kept?.ativo ?? true,
    }),
    fields: ({ ativo }: Values) => ({
      nome: { hint: 'Vai no assunto do e-mail.', autoFocus: true, half: true },
      formato: {
        choices: FILE_FORMATS.filter((each) => report.saidas.includes(each)).map((value) => ({
          value,
          label: value,
        })),
        half: true,
      },
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
      soComLinhas: { hint: 'Quem não teria nenhuma linha não recebe o e-mail.' },
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
  return schedule ? (
    <CommandDialog
      route={updateSchedule}
      params={{ id: schedule.id }}
      record={schedule}
      name="este envio"
      {...(!schema && { given: { filtros: values } })}
      title="Alterar envio"
      {...form}
    />
  ) : (
    <CommandDialog
      route={createSchedule}
      given={{ relatorio: report.id, ...(!schema && { filtros: values }) }}
      title={`Agendar envio: ${report.titulo}`}
      {...form}
    />
  );
}

const NAMES = ['nome', 'formato', 'ritmo', 'destinatarios'] as const;
const LAST = ['soComLinhas', 'ativo'] as const;
const FILE_FORMATS = ['XLSX', 'CSV', 'PDF'] as const;

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
