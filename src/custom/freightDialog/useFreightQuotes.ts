import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type FreightAnswer, freightRoutes } from '../../../contract/callcenter/freight.ts';
import { call } from '../../dataProvider/call.ts';
import type { CallFailure } from '../../dataProvider/failure.ts';
import type { FreightQuery } from './freightChoice.ts';
import { type FreightTarget, isNowhere } from './freightChoice.ts';

/** Asks when the person says so; the own fleet is asked at once (document 002 section 4). */
export function useFreightQuotes(query: FreightQuery, target: FreightTarget) {
  const [asked, setAsked] = useState<FreightTarget | null>(null);
  const ownFleet = query.tipoFrete.proprio;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on open, not when the person changes the place
  useEffect(() => {
    if (ownFleet && !isNowhere(target)) setAsked(target);
  }, [ownFleet]);
  const quotes = useQuery<FreightAnswer, CallFailure>({
    queryKey: ['freight', query, asked],
    queryFn: ({ signal }) => ask(query, asked as FreightTarget, signal),
    enabled: asked !== null,
    // Prices of this minute: asking again is asking anew.
    gcTime: 0,
    retry: false,
  });
  const calculate = () => {
    if (asked && sameTarget(asked, target)) quotes.refetch();
    else setAsked(target);
  };
  return { quotes, calculate, asked: asked !== null };
}

const sameTarget = (a: FreightTarget, b: FreightTarget): boolean => JSON.stringify(a) === JSON.stringify(b);

const ask = (query: FreightQuery, target: FreightTarget, signal: AbortSignal) =>
  call(
    freightRoutes.quotes,
    {
      params: { orcamentoId: query.idOrcamento },
      query: {
        uf: target.uf,
        cidade: target.cidade,
        cepEntrega: target.cep,
        // The weight that freight goes by is the net one (document 002 section 9).
        peso: query.pesoLiquido,
        total: query.total,
        redespacho: query.redespacho ? 1 : 0,
        idTipoFrete: query.tipoFrete.id,
        ...(target.condicional !== null && { condicionais: [target.condicional] }),
      },
    },
    { signal },
  );
