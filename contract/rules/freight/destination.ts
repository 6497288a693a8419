import { normalizePostalCode } from '../address.ts';
import { foldedText } from '../foldedText.ts';

/** A place that goods go to, as far as it is known: empty texts for what is not. */
export interface Destination {
  uf: string;
  cidade: string;
  /** Code of the town. */
  ibge: string;
  cep: string;
}

/**
 * Another state, town or postal code, as far as both are known. A freight belongs to its destination (DOMAIN.md 12): what
 * was asked for one place is never charged for another.
 */
export function isElsewhere(own: Destination, asked: Destination): boolean {
  const differ = (one: string, other: string) => one !== '' && other !== '' && one !== other;
  if (differ(own.uf, asked.uf)) return true;
  if (differ(normalizePostalCode(own.cep), normalizePostalCode(asked.cep))) return true;
  if (own.ibge !== '' && asked.ibge !== '') return own.ibge !== asked.ibge;
  return asked.cidade !== own.ibge && differ(foldedText(own.cidade), foldedText(asked.cidade));
}

/** 'Campinas/SP', else what is known of it. */
export const placeText = ({ cidade, uf, cep }: Destination): string =>
  [cidade, uf].filter(Boolean).join('/') || cep;

/** Of a freight that was kept with the name of its place alone: 'Campinas/SP'. */
export function destinationNamed(place: string): Destination {
  const [, cidade = '', uf = ''] = /^(?:(.+)\/)?([A-Z]{2})$/.exec(place) ?? [];
  return { uf, cidade, ibge: '', cep: '' };
}
