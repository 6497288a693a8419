import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { choicesOf, valueOfChoice, withChosen } from './choices.ts';
import { OptionsWidget } from './OptionsWidget.tsx';
import { fieldProps, type WidgetProps } from './widgetProps.ts';

/** One of a list that stands in the schema, or that the server answers. */
export const SelectWidget = (props: WidgetProps) => {
  if (props.options.origem) return <OptionsWidget {...props} />;
  const value = props.value === undefined || props.value === null ? '' : String(props.value);
  const choices = withChosen(choicesOf(props), value === '' ? [] : [value], props.names);
  return (
    <TextField
      {...fieldProps(props)}
      select
      value={value}
      onChange={(event) =>
        props.change(event.target.value === '' ? undefined : valueOfChoice(props.schema, event.target.value))
      }
      slotProps={{
        select: {
          displayEmpty: true,
          renderValue: (chosen) =>
            choices.find(({ valor }) => valor === chosen)?.rotulo ?? props.placeholder ?? 'Escolha',
          SelectDisplayProps: { 'aria-required': props.required },
        },
      }}
    >
      {!props.required && <MenuItem value="">Nenhuma</MenuItem>}
      {choices.map(({ valor, rotulo }) => (
        <MenuItem key={valor} value={valor}>
          {rotulo}
        </MenuItem>
      ))}
    </TextField>
  );
};
