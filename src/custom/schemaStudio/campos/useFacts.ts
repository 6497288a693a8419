import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { states } from '#contract/catalogs/states.ts';
import { formRoutes } from '#contract/config/forms.ts';
import type { RecordFact } from '#contract/rules/fields/recordFacts.ts';
import { call } from '#data/call.ts';

/** The facts with the values that they may have, as far as these have arrived. */
export function useFacts(facts: readonly RecordFact[]): readonly RecordFact[] {
  const { data: types } = useQuery({
    queryKey: ['opcoes', 'tiposTicket', 'condicoes'],
    queryFn: ({ signal }) =>
      call(formRoutes.options, { params: { origem: 'tiposTicket' }, body: {} }, { signal }),
    enabled: facts.some(({ fonte }) => fonte === 'tiposTicket'),
    staleTime: 60_000,
  });
  return useMemo(
    () =>
      facts.map((fact) => {
        if (fact.fonte === 'estados') return { ...fact, values: states };
        if (fact.fonte !== 'tiposTicket' || !types) return fact;
        return { ...fact, values: types.itens.map(({ valor, rotulo }) => ({ value: valor, label: rotulo })) };
      }),
    [facts, types],
  );
}
