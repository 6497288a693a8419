import type { FreightQuery } from './freightChoice.ts';

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
