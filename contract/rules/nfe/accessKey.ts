import { modulo11, weightedSum } from '../documents.ts';

/** The parts of an NF-e access key, each as its text in the key (docs/domain.md 6). */
export interface AccessKeyParts {
  /** IBGE code of the state, two digits. */
  stateCode: string;
  /** Year and month of issue, AAMM. */
  yearMonth: string;
  /** The issuer's fourteen characters; letters are allowed in the first twelve. */
  cnpj: string;
  /** 55 for NF-e, 65 for NFC-e. */
  model: string;
  series: string;
  /** Nine digits with leading zeros. */
  number: string;
  emissionType: string;
  /** Eight random digits. */
  code: string;
}

/** Model of an electronic invoice; a return invoice must have this model (docs/domain.md 3). */
export const NFE_MODEL = '55';

const SHAPE = /^\d{6}[0-9A-Z]{12}\d{26}$/;
/** Weights 2 to 9 from the right, repeated over the 43 characters before the check digit. */
const WEIGHTS = Array.from({ length: 43 }, (_, index) => 2 + ((42 - index) % 8));

/** Removes blanks and other separators from a pasted key. */
export const normalizeAccessKey = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Whether it has 44 characters of the right shape, a possible month and a correct check digit. */
export function isAccessKey(text: string): boolean {
  const key = normalizeAccessKey(text);
  const month = Number(key.slice(4, 6));
  return SHAPE.test(key) && month >= 1 && month <= 12 && key.endsWith(accessKeyDigit(key.slice(0, 43)));
}

/** The parts of a valid key; `null` for any other text. */
export function parseAccessKey(text: string): AccessKeyParts | null {
  if (!isAccessKey(text)) return null;
  const key = normalizeAccessKey(text);
  return {
    stateCode: key.slice(0, 2),
    yearMonth: key.slice(2, 6),
    cnpj: key.slice(6, 20),
    model: key.slice(20, 22),
    series: key.slice(22, 25),
    number: key.slice(25, 34),
    emissionType: key.slice(34, 35),
    code: key.slice(35, 43),
  };
}

/** Joins the parts and adds the check digit. Shorter numbers are padded with zeros. */
export function buildAccessKey(parts: AccessKeyParts): string {
  const base = [
    parts.stateCode.padStart(2, '0'),
    parts.yearMonth,
    parts.cnpj,
    parts.model,
    parts.series.padStart(3, '0'),
    parts.number.padStart(9, '0'),
    parts.emissionType,
    parts.code.padStart(8, '0'),
  ].join('');
  const key = base + accessKeyDigit(base);
  if (!isAccessKey(key)) throw new Error(`Not the parts of an access key: ${base}`);
  return key;
}

/** Formats as eleven groups of four, as printed on the DANFE. */
export const formatAccessKey = (text: string): string =>
  normalizeAccessKey(text).replace(/(.{4})(?=.)/g, '$1 ');

/** The check digit for the 43 characters before it. */
const accessKeyDigit = (base: string): string => String(modulo11(weightedSum(base, WEIGHTS)));

/** The parts of a key as stated in the invoice itself, each as its text in the file. */
export interface StatedKeyParts {
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

/** Who signs invoices of a series: usually the issuer, but also the tax authority, or a person with their CPF. */
type SeriesSigner = 'EMITENTE' | 'FISCO' | 'PRODUTOR';

/** Series 890 to 899 are issued by the tax authority for others, 920 to 969 by farmers as individuals (NF-e manual). */
export function seriesSigner(series: number): SeriesSigner {
  if (series >= 890 && series <= 899) return 'FISCO';
  return series >= 920 && series <= 969 ? 'PRODUTOR' : 'EMITENTE';
}

/** Why a key does not belong to the invoice, as a sentence; '' when all parts agree. */
export function keyProblem(key: string, said: StatedKeyParts): string {
  if (!/^\d{6}[0-9A-Z]{12}\d{26}$/.test(key))
    return 'A chave de acesso não tem 44 caracteres de uma chave de NF-e.';
  const parts = parseAccessKey(key);
  if (!parts || !isAccessKey(key))
    return `O dígito verificador da chave ${key} está errado: a nota foi digitada ou alterada.`;
  const wrong = [
    parts.stateCode !== said.stateCode && 'o estado',
    parts.yearMonth !== said.issuedAt.slice(2, 4) + said.issuedAt.slice(5, 7) && 'o mês de emissão',
    // Documents issued by the authority have its CNPJ in the key and a different issuer in the invoice.
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
