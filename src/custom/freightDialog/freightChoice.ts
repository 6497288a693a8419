import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type FreightAnswer, freightRoutes } from '../../../contract/callcenter/freight.ts';
import type { FreightChange } from '../../../contract/callcenter/quoteEditing.ts';
import { type Decimal, fixedDecimal } from '../../../contract/rules/decimal.ts';
import { call } from '../../dataProvider/call.ts';
import type { CallFailure } from '../../dataProvider/failure.ts';

/** What the freight of a quote is asked with. Amounts and weights are exact decimals in text. */
export interface FreightQuery {
  idOrcamento: number;
  tipoFrete: { id: number; desc: string; proprio: boolean };
  total: string;
  pesoLiquido: string;
  pesoBruto: string;
  volumetria: string;
  redespacho: boolean;
  /** The delivery address, else the customer's. */
  destino: { cidade: string; ibge?: string; uf: string; cep: string };
}

export interface FreightChoice {
  /** What the server vouches for the choice with. */
  selo: string;
  /** Carrier, value and days were given by a person. */
  aMao: boolean;
  idTransp: number;
  nomeTransp: string;
  numero: string;
  prazo: number;
  previsao: string;
  /** What the carrier asks, and what the customer pays of it (document 002 section 9). */
  valorOriginal: string;
  valorPagar: string;
  /** That another amount than the reckoned one is charged (`permiteAbonarFrete`). */
  abonado: boolean;
  /** Percent of the freight over its base, MS included. */
  percentual: string;
}

/** What the quote is told of a choice: of an offer the server knows the rest. */
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

/** Where freight is calculated to, and under which condition. */
export interface FreightTarget {
  uf: string;
  /** IBGE code where it was chosen here, else the name that the address has. */
  cidade: string;
  cep: string;
  condicional: number | null;
}

/** The delivery address, else the customer's. */
export const targetOf = ({ destino }: FreightQuery): FreightTarget => ({
  uf: destino.uf,
  cidade: destino.ibge || destino.cidade,
  cep: destino.cep.replace(/\D/g, ''),
  condicional: null,
});

/** There is nowhere to calculate to. */
export const isNowhere = ({ uf, cidade, cep }: FreightTarget): boolean =>
  !(uf && cidade) && !/^\d{8}$/.test(cep);

/** Nothing at all was said of it (document 002, section 5: only then one cannot calculate). */
export const isUnnamed = ({ uf, cidade, cep }: FreightTarget): boolean => !uf && !cidade && !cep;

/** The largest amount of freight that an order takes. */
export const DEAREST_FREIGHT = '9999999.99';

/** An amount of freight as the wire carries it, to the cent. */
export const freightPrice = (value: Decimal | null): string | null => value && fixedDecimal(value, 2);

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
