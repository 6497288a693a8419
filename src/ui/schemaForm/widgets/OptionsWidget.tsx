import { useRef } from 'react';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import { OPTION_SOURCES } from '../../../../contract/rules/forms/optionSources.ts';
import { AsyncAutocomplete, type AsyncOption } from '../../components/inputs/AsyncAutocomplete.tsx';
import { chosenTexts } from './choices.ts';
import { useChosenLabels, useOptions } from './useOptions.ts';
import { fieldProps, type WidgetProps } from './widgetProps.ts';

const asOption = ({ valor, rotulo, detalhe }: FormOption): AsyncOption => ({
  value: valor,
  label: rotulo,
  second: detalhe,
});

/** One or several of what a named source answers, found by typing. */
export const OptionsWidget = (props: WidgetProps) => {
  const isMultiple = props.schema.type === 'array';
  const chosen = isMultiple
    ? chosenTexts(props.value)
    : props.value === undefined || props.value === null
      ? []
      : [String(props.value)];
  const { origem, ask } = useOptions(props);
  // Labels that a choice brought along need not be asked for.
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
