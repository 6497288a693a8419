import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, useState } from 'react';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { dayText, toRelativeDays } from '#contract/rules/reports/relativeDays.ts';
import { ownToday } from '#data/session.ts';
import { type Asking, useBodyField } from '#ui/editing/BodyField.tsx';
import type { FilterValues } from '../useReportRun.ts';

interface MovingDaysInputProps {
  route: Asking;
  schema: JsonSchema;
  /** The form's filters, which are kept. */
  values: FilterValues;
}

/** Whether the days of kept filters are fixed dates or relative to the day of use. */
export function MovingDaysInput({ route, schema, values }: MovingDaysInputProps) {
  const id = useId();
  const { set } = useBodyField(route, 'filtros');
  const [moves, setMoves] = useState(true);
  const text = movingText(schema, values);
  if (!text) return null;
  return (
    <div>
      <FormControlLabel
        control={
          <Checkbox
            checked={moves}
            onChange={(_, checked) => {
              setMoves(checked);
              set(checked ? movingFilters(schema, values) : values);
            }}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
        label="As datas acompanham o calendário"
      />
      <FormHelperText id={id} sx={{ mt: 0, ml: 8 }}>
        {moves ? text : 'Ficam sempre as datas escolhidas.'}
      </FormHelperText>
    </div>
  );
}

/** The filters with days that move with the calendar, as they are kept unless somebody wants them fixed. */
export const movingFilters = (schema: JsonSchema, values: FilterValues): FilterValues =>
  toRelativeDays(values, schema, ownToday());

/** Describes the days of these filters as relative ones: 'Período: início do mês a hoje'. Empty when there is no date. */
function movingText(schema: JsonSchema, values: FilterValues): string {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema | undefined>;
  return Object.entries(movingFilters(schema, values))
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
