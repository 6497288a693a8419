import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import { formRoutes } from '#contract/config/forms.ts';
import type { Expression } from '#contract/expression/tree.ts';
import type { Kind } from '#contract/expression/typing.ts';
import type { ValueSource } from '#contract/map/entity.ts';
import type { FormOption } from '#contract/rules/forms/formDefinition.ts';
import { call } from '#data/call.ts';
import { AsyncAutocomplete, type AsyncOption } from '../components/inputs/AsyncAutocomplete.tsx';
import { ChoiceProperty, MultiChoiceProperty, problemAt } from '../components/inputs/PropertyFields.tsx';
import { chosenTexts, literalFrom, textOf } from './comparisons.ts';
import type { ConditionField } from './fields.ts';

interface ChosenValuesProps {
  pointer: string;
  problems: readonly Problem[];
  readOnly: boolean;
  field: ConditionField;
  kind: Kind;
  /** A list, or one value. */
  value: Expression;
  onChange: (value: Expression) => void;
}

/** Values of a field that are chosen: the options of a catalogue or field, or what a search finds by the person's own rights. */
export function ChosenValues({ field, kind, value, onChange, ...shared }: ChosenValuesProps) {
  const isMany = 'lista' in value;
  const texts = isMany
    ? value.lista.map(textOf)
    : [textOf(value as Parameters<typeof textOf>[0])].filter(Boolean);
  const put = (next: readonly string[]) =>
    onChange(isMany ? { lista: chosenTexts(next, kind) } : literalFrom(next[0] ?? '', kind));
  if (field.origem)
    return <FoundValues {...shared} origem={field.origem} isMany={isMany} values={texts} onChange={put} />;
  const choices = (field.opcoes ?? []).map(({ valor, rotulo }) => ({ value: valor, label: rotulo }));
  return isMany ? (
    <MultiChoiceProperty {...shared} label="Valores" value={texts} choices={choices} onChange={put} />
  ) : (
    <ChoiceProperty
      {...shared}
      label="Valor"
      value={texts[0] ?? ''}
      choices={choices}
      onChange={(next) => put([next])}
    />
  );
}

interface FoundValuesProps extends Pick<ChosenValuesProps, 'pointer' | 'problems' | 'readOnly'> {
  origem: ValueSource;
  isMany: boolean;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

function FoundValues({ pointer, problems, readOnly, origem, isMany, values, onChange }: FoundValuesProps) {
  const { fonte, guarda } = origem;
  const labels = useLabels(origem, values);
  // What was chosen here brought its label along.
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const optionOf = (value: string): AsyncOption => ({
    value,
    label: labels.get(value) ?? chosen.get(value) ?? value,
  });
  const put = (options: readonly AsyncOption[]) => {
    setChosen(new Map([...chosen, ...options.map(({ value, label }) => [String(value), label] as const)]));
    onChange(options.map(({ value }) => String(value)));
  };
  const load = async (q: string, signal: AbortSignal) => {
    const { itens } = await call(
      formRoutes.options,
      { params: { origem: fonte }, body: q ? { q } : {} },
      { signal },
    );
    return itens.map(
      (option): AsyncOption => ({
        value: guarda === 'VALOR' ? option.valor : nameIn(option),
        label: guarda === 'VALOR' ? option.rotulo : nameIn(option),
        second: option.detalhe,
      }),
    );
  };
  const shared = {
    load,
    disabled: readOnly,
    error: problemAt(problems, pointer, true),
    hint: 'Digite para buscar',
  };
  return (
    <div data-pointer={pointer}>
      {isMany ? (
        <AsyncAutocomplete {...shared} label="Valores" multiple value={values.map(optionOf)} onChange={put} />
      ) : (
        <AsyncAutocomplete
          {...shared}
          label="Valor"
          value={values[0] ? optionOf(values[0]) : null}
          onChange={(option) => put(option ? [option] : [])}
        />
      )}
    </div>
  );
}

/** The name alone: a customer is offered as '500 - Padaria Sol'. */
function nameIn({ valor, rotulo }: FormOption): string {
  const code = `${valor} - `;
  return rotulo.startsWith(code) ? rotulo.slice(code.length) : rotulo;
}

/** What chosen codes stand for; names say it themselves. */
function useLabels({ fonte, guarda }: ValueSource, values: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['opcoes', fonte, 'escolhidos', values],
    queryFn: ({ signal }) =>
      call(
        formRoutes.options,
        { params: { origem: fonte }, body: { escolhidos: values.slice(0, MOST_LABELS) } },
        { signal },
      ),
    enabled: guarda === 'VALOR' && values.length > 0,
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  });
  return new Map((data?.itens ?? []).map(({ valor, rotulo }) => [valor, rotulo]));
}

const MOST_LABELS = 200;
