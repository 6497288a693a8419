import { DayField, dayLimit } from './DayField.tsx';
import type { WidgetProps } from './widgetProps.ts';

export const DateWidget = (props: WidgetProps) => (
  <DayField
    id={props.id}
    label={props.label}
    pointer={props.pointer}
    onChange={props.change}
    setProblem={props.setProblem}
    error={props.error !== undefined}
    helperText={props.error ?? props.help ?? ''}
    required={props.required}
    disabled={props.disabled}
    min={dayLimit(props.schema.formatMinimum)}
    max={dayLimit(props.schema.formatMaximum)}
  />
);
