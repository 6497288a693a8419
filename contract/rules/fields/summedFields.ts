import type { SumFormat } from '../../listSums.ts';
import { type CampoType, campoTypes } from './campo.ts';

/** How a list sums a type of field; `null` for one that is no number. */
export function sumFormatOf(tipo: string): SumFormat | null {
  if (tipo === 'DINHEIRO' || tipo === 'DECIMAL' || tipo === 'INTEIRO' || tipo === 'PERCENTUAL') return tipo;
  return null;
}

/**
 * Whether a list may be grouped by the values of a type of field, or by its dates; `null` for several choices at once, texts of
 * many lines, numbers, and what identifies a person or a paper.
 */
export function groupKindOf(tipo: string): 'VALOR' | 'DATA' | null {
  if (tipo === 'DATE' || tipo === 'INSTANTE') return 'DATA';
  if (tipo === 'TEXT' || tipo === 'CHECKBOX' || tipo === 'REFERENCIA') return 'VALOR';
  const info = tipo === 'MULTISELECT' ? undefined : campoTypes[tipo as CampoType];
  return info?.options ? 'VALOR' : null;
}
