import Autocomplete from '@mui/material/Autocomplete';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formRoutes } from '#contract/config/forms.ts';
import { dependencyOf, type FormOption, OPTION_SOURCES } from '#contract/rules/forms/formDefinition.ts';
import { call } from '#data/call.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { AsyncAutocomplete, type AsyncOption } from '../../components/inputs/AsyncAutocomplete.tsx';
import { useForm } from '../store/formContext.ts';
import {
  choicesOf,
  chosenTexts,
  fieldProps,
  valueOfChoice,
  type WidgetProps,
  withChosen,
} from './widgetProps.ts';

/** A choice from a list in the schema or from the server. */
export const SelectWidget = (props: WidgetProps) => {
  if (props.options.origem) return <OptionsWidget {...props} />;
  const value = props.value === undefined || props.value === null ? '' : String(props.value);
  const choices = withChosen(choicesOf(props), value === '' ? [] : [value], props.names);
  return (
    <ChoiceField
      {...fieldProps(props)}
      value={value === '' ? null : value}
      onChange={(text) => props.change(text === null ? undefined : valueOfChoice(props.schema, text))}
      choices={choices.map(({ valor, rotulo }) => ({ value: valor, label: rotulo }))}
      none={props.required ? undefined : 'Nenhuma'}
      placeholder={props.placeholder ?? 'Escolha'}
      onProblem={props.setProblem}
    />
  );
};

/** Several choices from a list; once the maximum is reached, the others are disabled. */
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

const asOption = ({ valor, rotulo, detalhe }: FormOption): AsyncOption => ({
  value: valor,
  label: rotulo,
  second: detalhe,
});

/** One or several choices from a named source, searched by typing. */
export const OptionsWidget = (props: WidgetProps) => {
  const isMultiple = props.schema.type === 'array';
  const chosen = isMultiple
    ? chosenTexts(props.value)
    : props.value === undefined || props.value === null
      ? []
      : [String(props.value)];
  const { origem, ask } = useOptions(props);
  // Labels that came with a choice need not be requested.
  const seen = useRef(new Map<string, AsyncOption>());
  const labels = useChosenLabels(
    props,
    chosen.filter((one) => !seen.current.has(one)),
  );
  const optionOf = (text: string): AsyncOption => {
    const stored = labels.get(text);
    return seen.current.get(text) ?? (stored ? asOption(stored) : { value: text, label: text });
  };
  const load = async (term: string, signal: AbortSignal) => {
    const { itens } = await ask(term === '' ? {} : { q: term }, signal);
    const found = itens.map(asOption);
    for (const one of found) seen.current.set(String(one.value), one);
    return found;
  };
  const chosenValue = ({ value }: AsyncOption) =>
    props.schema.type === 'integer' || props.schema.type === 'number' ? Number(value) : String(value);
  const { label, required, disabled } = fieldProps(props);
  const shared = {
    label,
    required,
    disabled,
    load,
    error: props.error,
    helperText: props.help ?? '',
    hint: props.placeholder ?? (isSearch(origem) ? 'Digite para buscar' : 'Escolha'),
  };
  if (!isMultiple)
    return (
      <AsyncAutocomplete
        {...shared}
        value={chosen[0] === undefined ? null : optionOf(chosen[0])}
        onChange={(option) => props.change(option === null ? undefined : chosenValue(option))}
      />
    );
  return (
    <AsyncAutocomplete
      {...shared}
      multiple
      value={chosen.map(optionOf)}
      onChange={(all) => {
        const most = Number(props.schema.maxItems ?? Number.POSITIVE_INFINITY);
        const next = all.slice(0, most).map(({ value }) => String(value));
        props.change(next.length === 0 ? undefined : next);
      }}
    />
  );
};

const isSearch = (origem: string) =>
  Object.entries(OPTION_SOURCES).some(([name, source]) => name === origem && 'pesquisa' in source);

/** Requests options from the server, passing the values of the fields that they depend on. */
function useOptions({ pointer, options }: WidgetProps) {
  const { store, optionQuery } = useForm();
  const origem = options.origem ?? '';
  const dependencies = options.dependeDe ?? [];
  const valuesNow = () => ({
    ...optionQuery,
    ...Object.fromEntries(
      dependencies
        .map(dependencyOf)
        .map(({ chave, campo }) => [chave, store.valueAt(store.fieldNamed(campo, pointer))] as const)
        .filter(([, value]) => value !== undefined),
    ),
  });
  const ask = (body: { q?: string; escolhidos?: string[] }, signal?: AbortSignal) =>
    call(
      formRoutes.options,
      { params: { origem }, body: { ...body, valores: valuesNow() } },
      signal ? { signal } : {},
    );
  return { origem, ask };
}

/** The labels of stored values, since drafts and records store only the values. */
function useChosenLabels(props: WidgetProps, chosen: readonly string[]): ReadonlyMap<string, FormOption> {
  const { origem, ask } = useOptions(props);
  const { data } = useQuery({
    queryKey: ['opcoes', origem, 'escolhidos', chosen],
    queryFn: ({ signal }) => ask({ escolhidos: [...chosen] }, signal),
    enabled: chosen.length > 0,
    staleTime: 5 * 60_000,
  });
  return new Map((data?.itens ?? []).map((option) => [option.valor, option]));
}
