import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { visuallyHidden } from '@mui/utils';
import { formatDateTime } from '../../../../contract/rules/calendarDate.ts';
import { BRAZILIAN_ZONES, nextRun, rhythmText } from '../../../../contract/rules/reports/rhythm.ts';
import { MaskedField } from '../../../ui/components/inputs/MaskedField.tsx';
import { draftProblem, rhythmOf, type ScheduleDraft } from './scheduleDraft.ts';

interface RhythmFieldsProps {
  draft: ScheduleDraft;
  onChange: (change: Partial<ScheduleDraft>) => void;
}

/** How often, on which days, at what time of which place. */
export function RhythmFields({ draft, onChange }: RhythmFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 110px 1fr' } }}>
        <TextField
          select
          label="Repetir"
          value={draft.tipo}
          onChange={({ target }) => onChange({ tipo: target.value as ScheduleDraft['tipo'] })}
        >
          <MenuItem value="DIARIO">Todo dia</MenuItem>
          <MenuItem value="SEMANAL">Toda semana</MenuItem>
          <MenuItem value="MENSAL">Todo mês</MenuItem>
        </TextField>
        <MaskedField
          label="Hora"
          kind="time"
          value={draft.hora.replace(':', '')}
          onChange={(digits) => onChange({ hora: hourOf(digits) })}
        />
        <TextField
          select
          label="Fuso"
          value={draft.fuso}
          onChange={({ target }) => onChange({ fuso: target.value })}
        >
          {zonesWith(draft.fuso).map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {draft.tipo === 'SEMANAL' && (
        <ToggleButtonGroup
          size="small"
          value={draft.dias}
          onChange={(_event, dias: number[]) => onChange({ dias })}
          aria-label="Dias da semana"
          sx={{ maxWidth: 360, '& button': { flex: 1, minWidth: 0, px: 0 } }}
        >
          {DAYS.map(({ short, long }, day) => (
            <ToggleButton key={short} value={day}>
              <span aria-hidden>{short}</span>
              <span style={visuallyHidden}>{long}</span>
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      {draft.tipo === 'MENSAL' && (
        <TextField
          select
          label="Dia do mês"
          value={draft.dia}
          onChange={({ target }) => onChange({ dia: Number(target.value) })}
          helperText="Até o dia 28, para que nenhum mês fique sem envio."
        >
          {MONTH_DAYS.map((day) => (
            <MenuItem key={day} value={day}>
              {day}
            </MenuItem>
          ))}
        </TextField>
      )}
      <FormHelperText sx={{ m: 0 }}>{preview(draft)}</FormHelperText>
    </Box>
  );
}

/** '0700' → '07:00'; what is still being typed stays as it is. */
const hourOf = (digits: string) =>
  digits.length === 4 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;

function preview(draft: ScheduleDraft): string {
  const rhythm = rhythmOf(draft);
  const judged = { ...draft, nome: 'x', destinatarios: [{ value: 1, label: 'x' }] };
  if (draftProblem(judged)) return draftProblem(judged);
  const next = formatDateTime(nextRun(rhythm, new Date()), rhythm.fuso);
  return `${rhythmText(rhythm)}. Próximo envio: ${next}.`;
}

const zonesWith = (zone: string) =>
  BRAZILIAN_ZONES.some(({ value }) => value === zone)
    ? BRAZILIAN_ZONES
    : [...BRAZILIAN_ZONES, { value: zone, label: zone }];

const DAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'].map((long) => ({
  short: long.slice(0, 3),
  long,
}));

const MONTH_DAYS = Array.from({ length: 28 }, (_, at) => at + 1);
