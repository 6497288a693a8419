import type { FreightChange } from '../../../contract/callcenter/quoteEditing.ts';
import { type Decimal, fixedDecimal } from '../../../contract/rules/decimal.ts';

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
