import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type FreightAnswer, freightRoutes } from '#contract/callcenter/orders/freight.ts';
import type { FreightChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import { type Decimal, fixedDecimal } from '#contract/rules/decimal.ts';
import { call } from '#data/call.ts';
import type { CallFailure } from '#data/http.ts';

/** The inputs of a freight query for a quote. Amounts and weights are exact decimals in text. */
export interface FreightQuery {
  idOrcamento: number;
  tipoFrete: { id: number; desc: string; proprio: boolean };
  total: string;
  pesoLiquido: string;
  pesoBruto: string;
  volumetria: string;
  redespacho: boolean;
  /** The delivery address, or else the customer's. */
  destino: { cidade: string; ibge?: string; uf: string; cep: string };
}

export interface FreightChoice {
  /** The server's seal that vouches for the choice. */
  selo: string;
  /** Whether carrier, value and days were entered by a person. */
  aMao: boolean;
  idTransp: number;
  nomeTransp: string;
  numero: string;
  prazo: number;
  previsao: string;
  /** What the carrier charges (`valorOriginal`) and what the customer pays of it (document 002 section 9). */
  valorOriginal: string;
  valorPagar: string;
  /** Whether an amount other than the calculated one is charged (`permiteAbonarFrete`). */
  abonado: boolean;
  /** Percentage of the freight over its base, including the MS factor. */
  percentual: string;
}

/** What a choice sends to the quote. For an offer, the server already knows the rest. */
export const freightChange = ({
  selo,
  aMao,
  idTransp,
  prazo,
  valorOriginal,
  valorPagar,
  abonado,
}: FreightChoice): FreightChange => ({
  selo,
  ...(aMao && { idTransp, prazo, valorOriginal }),
  ...(abonado && { valorPagar }),
});

/** The destination of the freight calculation, and its condition. */
export interface FreightTarget {
  uf: string;
  /** IBGE code when chosen here, or else the name from the address. */
  cidade: string;
  cep: string;
  condicional: number | null;
}

/** The delivery address, or else the customer's. */
export const targetOf = ({ destino }: FreightQuery): FreightTarget => ({
  uf: destino.uf,
  cidade: destino.ibge || destino.cidade,
  cep: destino.cep.replace(/\D/g, ''),
  condicional: null,
});

/** Whether the target is too incomplete to calculate freight to. */
export const isIncompleteTarget = ({ uf, cidade, cep }: FreightTarget): boolean =>
  !(uf && cidade) && !/^\d{8}$/.test(cep);

/** Whether the target is completely empty (document 002, section 5: only then is calculation impossible). */
export const isEmptyTarget = ({ uf, cidade, cep }: FreightTarget): boolean => !uf && !cidade && !cep;

/** The largest freight amount that an order accepts. */
export const MAX_FREIGHT = '9999999.99';

/** A freight amount as sent on the wire, to the cent. */
export const freightPrice = (value: Decimal | null): string | null => value && fixedDecimal(value, 2);

/** Queries when the person requests it; for the company's own fleet, immediately (document 002 section 4). */
export function useFreightQuotes(query: FreightQuery, target: FreightTarget) {
  const [requested, setRequested] = useState<FreightTarget | null>(null);
  const ownFleet = query.tipoFrete.proprio;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on open, not when the person changes the place
  useEffect(() => {
    if (ownFleet && !isIncompleteTarget(target)) setRequested(target);
  }, [ownFleet]);
  const quotes = useQuery<FreightAnswer, CallFailure>({
    queryKey: ['freight', query, requested],
    queryFn: ({ signal }) => ask(query, requested as FreightTarget, signal),
    enabled: requested !== null,
    // Prices are only valid at the moment: every request must be a fresh one.
    gcTime: 0,
    retry: false,
  });
  const calculate = () => {
    if (requested && sameTarget(requested, target)) quotes.refetch();
    else setRequested(target);
  };
  return { quotes, calculate, requested: requested !== null };
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
        // Freight is calculated from the net weight (document 002 section 9).
        peso: query.pesoLiquido,
        total: query.total,
        redespacho: query.redespacho ? 1 : 0,
        idTipoFrete: query.tipoFrete.id,
        ...(target.condicional !== null && { condicionais: [target.condicional] }),
      },
    },
    { signal },
  );
