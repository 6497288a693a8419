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
  idTransp: number;
  nomeTransp: string;
  numero: string;
  prazo: number;
  previsao: string;
  /** What the carrier asks, and what the customer pays of it (document 002 section 9). */
  valorOriginal: string;
  valorPagar: string;
  /** Percent of the freight over its base, MS included. */
  percentual: string;
  /** As the carrier answered it, kept with the quote. */
  cotacao: Record<string, unknown>;
}
