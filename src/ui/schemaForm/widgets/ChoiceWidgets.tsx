import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import type { ReactNode } from 'react';
import { choicesOf, chosenTexts, valueOfChoice, type WidgetProps, withChosen } from './widgetProps.ts';

export const noteId = (id: string) => `${id}-nota`;

/** Several inputs under one label, with a shared note as their description. */
export const Group = ({ field, role = 'group', children }: GroupProps) => {
  const { id, label, error, help, required, disabled } = field;
  const note = error ?? help;
  return (
    <FormControl
      component="fieldset"
      role={role}
      fullWidth
      error={error !== undefined}
      required={required}
      disabled={disabled}
      aria-labelledby={`${id}-rotulo`}
      aria-describedby={note ? noteId(id) : undefined}
      aria-invalid={role === 'radiogroup' && error !== undefined ? true : undefined}
      aria-required={role === 'radiogroup' && required ? true : undefined}
    >
      <FormLabel
        component="div"
        id={`${id}-rotulo`}
        sx={{ mb: 1, fontSize: '0.8125rem', fontWeight: 500, lineHeight: '20px' }}
      >
        {label}
      </FormLabel>
      {children}
      {note && <FormHelperText id={noteId(id)}>{note}</FormHelperText>}
    </FormControl>
  );
};

export const RadioWidget = (props: WidgetProps) => {
  const value = props.value === undefined || props.value === null ? '' : String(props.value);
  return (
    <Group field={props} role="radiogroup">
      <RadioGroup
        role="presentation"
        row
        name={props.id}
        value={value}
        onChange={(_, text) => props.change(valueOfChoice(props.schema, text))}
      >
        {withChosen(choicesOf(props), value === '' ? [] : [value], props.names).map(({ valor, rotulo }) => (
          <FormControlLabel key={valor} value={valor} label={rotulo} control={<Radio />} />
        ))}
      </RadioGroup>
    </Group>
  );
};

export const CheckboxesWidget = (props: WidgetProps) => {
  const chosen = chosenTexts(props.value);
  const most = Number(props.schema.maxItems ?? Number.POSITIVE_INFINITY);
  const choices = withChosen(choicesOf(props), chosen, props.names);
  const toggle = (text: string) => {
    const next = chosen.includes(text) ? chosen.filter((one) => one !== text) : [...chosen, text];
    // Sorted in the order of the list, so that equal selections are equal values.
    const ordered = choices.map(({ valor }) => valor).filter((valor) => next.includes(valor));
    props.change(ordered.length === 0 ? undefined : ordered.map((one) => valueOfChoice(props.schema, one)));
  };
  return (
    <Group field={props}>
      <FormGroup row>
        {choices.map(({ valor, rotulo }) => (
          <FormControlLabel
            key={valor}
            label={rotulo}
            disabled={chosen.length >= most && !chosen.includes(valor)}
            control={<Checkbox checked={chosen.includes(valor)} onChange={() => toggle(valor)} />}
          />
        ))}
      </FormGroup>
    </Group>
  );
};

/** True or unset: an unticked checkbox is missing if it must be ticked, and otherwise false. */
export const CheckboxWidget = (props: WidgetProps) => {
  const { id, label, required, disabled, error, help } = props;
  const note = error ?? help;
  return (
    <div>
      <FormControlLabel
        label={label}
        required={required}
        disabled={disabled}
        control={
          <Checkbox
            id={id}
            checked={props.value === true}
            onChange={(_, ticked) => props.change(ticked)}
            slotProps={{
              input: {
                ...(note && { 'aria-describedby': noteId(id) }),
                'aria-invalid': error !== undefined,
              },
            }}
          />
        }
      />
      {note && (
        <FormHelperText id={noteId(id)} error={error !== undefined}>
          {note}
        </FormHelperText>
      )}
    </div>
  );
};

interface GroupProps {
  field: WidgetProps;
  role?: 'group' | 'radiogroup';
  children: ReactNode;
}
