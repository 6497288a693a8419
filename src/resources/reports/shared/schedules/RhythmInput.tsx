import Box from '@mui/material/Box';
import FormHelperText, { type FormHelperTextProps } from '@mui/material/FormHelperText';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { visuallyHidden } from '@mui/utils';
import type { ScheduleRhythm } from '#contract/rules/reports/report.ts';
import { BRAZILIAN_ZONES, nextRun, rhythmText } from '#contract/rules/reports/rhythm.ts';
import { formatDateTime, shortWeekday, WEEKDAYS } from '#contract/rules/time/calendarDate.ts';
import { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { ownZone } from '#data/session.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { steady } from '#ui/components/steady.tsx';
import { useBodyField } from '#ui/editing/BodyField.tsx';

/** The frequency, the days, the time, and its time zone. */
export function RhythmInput() {
  const { value, problem, set } = useBodyField(reportDeskRoutes.createSchedule, 'ritmo');
  const draft = value as RhythmDraft;
  const onChange = (part: Partial<RhythmDraft>) => set({ ...draft, ...part });
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 110px 1fr' } }}>
        <ChoiceField
          label="Repetir"
          value={draft.tipo}
          onChange={(tipo) => onChange({ tipo })}
          choices={[
            { value: 'DIARIO', label: 'Todo dia' },
            { value: 'SEMANAL', label: 'Toda semana' },
            { value: 'MENSAL', label: 'Todo mês' },
          ]}
        />
        <MaskedField
          label="Hora"
          kind="time"
          value={draft.hora.replace(':', '')}
          onChange={(digits) => onChange({ hora: hourOf(digits) })}
        />
        <ChoiceField
          label="Fuso"
          value={draft.fuso}
          onChange={(fuso) => onChange({ fuso })}
          choices={zonesWith(draft.fuso)}
        />
      </Box>
      {draft.tipo === 'SEMANAL' && <Weekdays days={draft.dias} onChange={(dias) => onChange({ dias })} />}
      {draft.tipo === 'MENSAL' && (
        <ChoiceField
          label="Dia do mês"
          value={draft.dia}
          onChange={(dia) => onChange({ dia })}
          helperText="Até o dia 28, para que nenhum mês fique sem envio."
          choices={MONTH_DAYS.map((day) => ({ value: day, label: `${day}` }))}
        />
      )}
      <Notice error={Boolean(problem)} sx={{ m: 0 }}>
        {problem ?? preview(draft)}
      </Notice>
    </Box>
  );
}

const Notice = steady<FormHelperTextProps>(FormHelperText);

interface WeekdaysProps {
  days: number[];
  onChange: (days: number[]) => void;
}

const Weekdays = steady(({ days, onChange }: WeekdaysProps) => (
  <ToggleButtonGroup
    size="small"
    value={days}
    onChange={(_event, next: number[]) => onChange(next)}
    aria-label="Dias da semana"
    sx={{ maxWidth: 360, '& button': { flex: 1, minWidth: 0, px: 0 } }}
  >
    {WEEKDAYS.map((long, day) => (
      <ToggleButton key={long} value={day}>
        <span aria-hidden>{shortWeekday(day)}</span>
        <span style={visuallyHidden}>{long}</span>
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
));

/** '0700' → '07:00'; incomplete input is returned unchanged. */
const hourOf = (digits: string) =>
  digits.length === 4 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;

function preview(draft: RhythmDraft): string {
  const rhythm = rhythmOf(draft);
  const problem = rhythmProblem(draft);
  if (problem) return problem;
  const next = formatDateTime(nextRun(rhythm, new Date()), rhythm.fuso);
  return `${rhythmText(rhythm)}. Próximo envio: ${next}.`;
}

const zonesWith = (zone: string) =>
  BRAZILIAN_ZONES.some(({ value }) => value === zone)
    ? BRAZILIAN_ZONES
    : [...BRAZILIAN_ZONES, { value: zone, label: zone }];

const MONTH_DAYS = Array.from({ length: 28 }, (_, at) => at + 1);

/** The parts of every rhythm, so that switching between them loses nothing. */
export interface RhythmDraft {
  tipo: ScheduleRhythm['tipo'];
  hora: string;
  fuso: string;
  dias: number[];
  dia: number;
}

export const rhythmDraft = (rhythm: ScheduleRhythm | undefined): RhythmDraft => ({
  tipo: rhythm?.tipo ?? 'SEMANAL',
  hora: rhythm?.hora ?? '07:00',
  fuso: rhythm?.fuso ?? ownZone(),
  dias: rhythm?.tipo === 'SEMANAL' ? rhythm.dias : [1],
  dia: rhythm?.tipo === 'MENSAL' ? rhythm.dia : 1,
});

export function rhythmOf({ tipo, hora, fuso, dias, dia }: RhythmDraft): ScheduleRhythm {
  if (tipo === 'SEMANAL') return { tipo, dias: [...dias].sort((a, b) => a - b), hora, fuso };
  return tipo === 'MENSAL' ? { tipo, dia, hora, fuso } : { tipo, hora, fuso };
}

/** What it lacks, in one sentence; empty when it is whole. */
export function rhythmProblem({ tipo, dias, hora }: RhythmDraft): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(hora)) return 'Informe a hora do envio.';
  return tipo === 'SEMANAL' && dias.length === 0 ? 'Escolha ao menos um dia da semana.' : '';
}
