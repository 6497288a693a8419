import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { choicesOf, chosenTexts, valueOfChoice, withChosen } from './choices.ts';
import { OptionsWidget } from './OptionsWidget.tsx';
import { fieldProps, type WidgetProps } from './widgetProps.ts';

/** Several of a list; once the most are chosen the others cannot be. */
export const MultiselectWidget = (props: WidgetProps) => {
  if (props.options.origem) return <OptionsWidget {...props} />;
  const chosen = chosenTexts(props.value);
  const choices = withChosen(choicesOf(props), chosen, props.names);
  const most = Number(props.schema.maxItems ?? Number.POSITIVE_INFINITY);
  const { id, disabled, ...field } = fieldProps(props);
  return (
    <Autocomplete
      id={id}
      multiple
      disableCloseOnSelect
      disabled={disabled}
      options={choices}
      value={choices.filter(({ valor }) => chosen.includes(valor))}
      getOptionKey={({ valor }) => valor}
      getOptionLabel={({ rotulo }) => rotulo}
      getOptionDisabled={({ valor }) => chosen.length >= most && !chosen.includes(valor)}
      isOptionEqualToValue={(one, other) => one.valor === other.valor}
      noOptionsText="Nenhuma opção"
      onChange={(_, next) =>
        props.change(
          next.length === 0 ? undefined : next.map(({ valor }) => valueOfChoice(props.schema, valor)),
        )
      }
      renderInput={(input) => (
        <TextField
          {...input}
          {...field}
          placeholder={chosen.length === 0 ? (props.placeholder ?? 'Escolha') : ''}
        />
      )}
    />
  );
};
