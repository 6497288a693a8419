import { useQuery } from '@tanstack/react-query';
import { formRoutes } from '../../../../contract/config/forms.ts';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import { dependencyOf } from '../../../../contract/rules/forms/optionDependency.ts';
import { call } from '../../../dataProvider/call.ts';
import { useForm } from '../store/formContext.ts';
import type { WidgetProps } from './widgetProps.ts';

/** Asks the server for options, with the values of the fields that they depend on. */
export function useOptions({ pointer, options }: WidgetProps) {
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

/** The labels of stored values: a draft and a record hold only what is chosen, not what it is called. */
export function useChosenLabels(
  props: WidgetProps,
  chosen: readonly string[],
): ReadonlyMap<string, FormOption> {
  const { origem, ask } = useOptions(props);
  const { data } = useQuery({
    queryKey: ['opcoes', origem, 'escolhidos', chosen],
    queryFn: ({ signal }) => ask({ escolhidos: [...chosen] }, signal),
    enabled: chosen.length > 0,
    staleTime: 5 * 60_000,
  });
  return new Map((data?.itens ?? []).map((option) => [option.valor, option]));
}
