import type { FreightChange } from '../../../contract/callcenter/quoteEditing.ts';

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
