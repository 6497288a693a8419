import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';
import type { JsonSchema } from '../../../../contract/rules/definitions/definition.ts';
import { dayText, movingDays } from '../../../../contract/rules/reports/relativeDays.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import type { FilterValues } from '../../../custom/reportViewer/useReportRun.ts';

interface MovingDaysChoiceProps {
  /** What the days would be: 'Período: início do mês a hoje'. */
  text: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether kept days are those of the calendar, or always counted from the day of use. */
export function MovingDaysChoice({ text, checked, onChange }: MovingDaysChoiceProps) {
  const id = useId();
  if (!text) return null;
  return (
    <div>
      <FormControlLabel
        control={
          <Checkbox
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
        label="As datas acompanham o calendário"
      />
      <FormHelperText id={id} sx={{ mt: 0, ml: 8 }}>
        {checked ? text : 'Ficam sempre as datas escolhidas.'}
      </FormHelperText>
    </div>
  );
}

export const today = () => localDate(new Date(), DEFAULT_TIME_ZONE);

/** How the days of these filters would move along: 'Período: início do mês a hoje'. Nothing without a day. */
export function movingText(schema: JsonSchema, values: FilterValues): string {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema | undefined>;
  return Object.entries(movingDays(values, schema, today()))
    .flatMap(([name, value]) => {
      const words = daysText(value);
      return words ? [`${String(properties[name]?.title ?? name)}: ${words}`] : [];
    })
    .join(' · ');
}

function daysText(value: unknown): string {
  if (typeof value === 'string') return value.startsWith('@') ? dayText(value) : '';
  if (typeof value !== 'object' || value === null) return '';
  const { inicio, fim } = value as { inicio?: unknown; fim?: unknown };
  return typeof inicio === 'string' && typeof fim === 'string' ? `${dayText(inicio)} a ${dayText(fim)}` : '';
}
