import Box from '@mui/material/Box';
import { fieldSchemas } from '../../../../contract/rules/forms/fieldSchemas.ts';
import { movedPeriod } from '../../../../contract/rules/forms/period.ts';
import { useForm } from '../store/formContext.ts';
import { isPlainObject } from '../store/paths.ts';
import { DayField, dayLimit } from './DayField.tsx';
import { Group, noteId } from './Group.tsx';
import type { WidgetProps } from './widgetProps.ts';

/** Two days. Where their number is limited, or the order turned round, the other end moves along. */
export const PeriodWidget = (props: WidgetProps) => {
  const { store } = useForm();
  const dias = daysOf(props, fieldSchemas(store.schema, props.pointer));
  const change = (end: 'inicio' | 'fim', day: string | undefined) => {
    // Read anew: both ends may be written within one flush.
    const present = store.valueAt(props.pointer);
    const moved = movedPeriod(
      { ...(isPlainObject(present) ? present : {}), [end]: day },
      end,
      dias ? { dias } : {},
    );
    const next = Object.fromEntries(Object.entries(moved).filter(([, one]) => one !== undefined));
    props.change(Object.keys(next).length === 0 ? undefined : next);
  };
  const help = [props.help, dias && `No máximo ${dias} dias.`].filter(Boolean).join(' ') || undefined;
  const note = (props.error ?? help) ? noteId(props.id) : undefined;
  return (
    <Group field={{ ...props, help }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', gap: 2 }}>
        {(['inicio', 'fim'] as const).map((end) => {
          const schemas = fieldSchemas(store.schema, `${props.pointer}/${end}`);
          return (
            <DayField
              key={end}
              id={`${props.id}-${end}`}
              label={end === 'inicio' ? 'De' : 'Até'}
              pointer={`${props.pointer}/${end}`}
              onChange={(day) => change(end, day)}
              setProblem={(text) => {
                if (store.errors.setLocal(`${props.pointer}/${end}`, text)) store.notify();
              }}
              error={props.error !== undefined}
              helperText=""
              describedBy={note}
              required={props.required}
              disabled={props.disabled}
              min={dayLimit(schemas.find((one) => one.formatMinimum)?.formatMinimum)}
              max={dayLimit(schemas.find((one) => one.formatMaximum)?.formatMaximum)}
            />
          );
        })}
      </Box>
    </Group>
  );
};

/** The limit stands in the schema; `ui:options` may only be stricter. */
function daysOf({ options }: WidgetProps, schemas: readonly Record<string, unknown>[]): number | undefined {
  const limits = schemas.map((one) =>
    isPlainObject(one['x-periodo']) ? Number(one['x-periodo'].dias) : Number.NaN,
  );
  const days = Math.min(...[...limits, options.dias ?? Number.NaN].filter((one) => one > 0));
  return Number.isFinite(days) ? days : undefined;
}
