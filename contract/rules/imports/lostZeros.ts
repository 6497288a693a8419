import type { RecordFieldType } from '../../records/recordField.ts';
import { isCnpj, isCpf } from '../documents.ts';

/**
 * The code with the zeros that a spreadsheet took from its front, where only one filling is valid: a CPF of nine or ten
 * digits, a CNPJ of twelve or thirteen, a CEP of seven. `null` where nothing is missing or two fillings are possible.
 */
export function withZeros(text: string, type: RecordFieldType): string | null {
  if (!/^\d+$/.test(text)) return null;
  const fillings = (FILLINGS[type] ?? [])
    .filter(([length, most]) => text.length < length && length - text.length <= most)
    .map(([length, , isValid]) => ({ filled: text.padStart(length, '0'), isValid }))
    .filter(({ filled, isValid }) => isValid(filled));
  return fillings.length === 1 ? (fillings[0]?.filled ?? null) : null;
}

type Filling = readonly [length: number, mostZeros: number, isValid: (text: string) => boolean];
const CPF: Filling = [11, 4, isCpf];
const CNPJ: Filling = [14, 4, isCnpj];
const CEP: Filling = [8, 1, (text) => /^0\d{7}$/.test(text)];

const FILLINGS: Partial<Record<RecordFieldType, readonly Filling[]>> = {
  CPF: [CPF],
  CNPJ: [CNPJ],
  DOCUMENTO: [CPF, CNPJ],
  CEP: [CEP],
};
