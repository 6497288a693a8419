import { isAccessKey, parseAccessKey } from '../accessKey.ts';

/** The parts of a key as the note itself says them, each as its text in the file. */
export interface SaidParts {
  stateCode: string;
  /** `dhEmi`. */
  issuedAt: string;
  emitter: string;
  model: string;
  series: string;
  number: string;
  emissionType: string;
  code: string;
  digit: string;
}

/** Who signs notes of a series: mostly the emitter; the authority itself; or a person with their CPF. */
export type SeriesSigner = 'EMITENTE' | 'FISCO' | 'PRODUTOR';

/** Series 890 to 899 are made by the tax authority for others, 920 to 969 by farmers as persons (manual of the NF-e). */
export function seriesSigner(series: number): SeriesSigner {
  if (series >= 890 && series <= 899) return 'FISCO';
  return series >= 920 && series <= 969 ? 'PRODUTOR' : 'EMITENTE';
}

/** Why a key is not that of the note, as a sentence; '' when all of its parts agree. */
export function keyProblem(key: string, said: SaidParts): string {
  if (!/^\d{6}[0-9A-Z]{12}\d{26}$/.test(key))
    return 'A chave de acesso não tem 44 caracteres de uma chave de NF-e.';
  const parts = parseAccessKey(key);
  if (!parts || !isAccessKey(key))
    return `O dígito verificador da chave ${key} está errado: a nota foi digitada ou alterada.`;
  const wrong = [
    parts.stateCode !== said.stateCode && 'o estado',
    parts.yearMonth !== said.issuedAt.slice(2, 4) + said.issuedAt.slice(5, 7) && 'o mês de emissão',
    // The authority's own documents carry its CNPJ in the key, and another emitter in the note.
    seriesSigner(Number(said.series)) !== 'FISCO' &&
      parts.cnpj !== said.emitter.padStart(14, '0') &&
      'o emitente',
    parts.model !== said.model && 'o modelo',
    Number(parts.series) !== Number(said.series) && 'a série',
    Number(parts.number) !== Number(said.number) && 'o número',
    parts.emissionType !== said.emissionType && 'a forma de emissão',
    parts.code !== said.code && 'o código numérico',
    key.slice(-1) !== said.digit && 'o dígito',
  ].find((each) => each !== false);
  return wrong ? `A chave de acesso não confere com a nota: ${wrong} é outro.` : '';
}
