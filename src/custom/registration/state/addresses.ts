import { isPostalCode, normalizePostalCode } from '../../../../contract/rules/address.ts';
import { isRecord } from '../../../../contract/rules/draftReading.ts';
import { type RegistrationData, sameContent, textAt } from './registrationDraft.ts';

export const ADDRESSES = ['enderecoCobranca', 'enderecoEntrega'] as const;
export type AddressKey = (typeof ADDRESSES)[number];

/** What the postal-code service answers. */
export interface FoundAddress {
  logradouro?: string | undefined;
  uf?: string | undefined;
  localidade?: string | undefined;
  complemento?: string | undefined;
  bairro?: string | undefined;
  ibge?: string | undefined;
  erro?: boolean | undefined;
}

/** The CEP of an address once all its digits are there. */
export function completeCode(data: RegistrationData, key: AddressKey): string | null {
  const code = textAt(data, key, 'cep');
  return isPostalCode(code) ? normalizePostalCode(code) : null;
}

/**
 * The address of a CEP, put in. Street and district belong to the code, so the former ones go; a code of a whole town
 * knows neither, and what was written stays.
 */
export function withFoundAddress(
  data: RegistrationData,
  key: AddressKey,
  found: FoundAddress,
): RegistrationData {
  const known = {
    logradouro: found.logradouro,
    bairro: found.bairro,
    // Often which side of the street it is: never in the place of what was written.
    complemento: textAt(data, key, 'complemento') ? '' : found.complemento,
    ibge: found.ibge,
    cidade: found.localidade,
    uf: found.uf,
  };
  const told = Object.entries(known).filter(([, value]) => value);
  return { ...data, [key]: { ...addressOf(data, key), ...Object.fromEntries(told) } };
}

/** 'Usar o mesmo Endereço de Cobrança': the billing address, copied into the delivery. */
export const withSameAddress = (data: RegistrationData): RegistrationData => ({
  ...data,
  enderecoEntrega: { ...addressOf(data, 'enderecoCobranca') },
});

/** Whether either address was changed between two states: then they are no longer one. */
export const addressesChanged = (before: RegistrationData, after: RegistrationData): boolean =>
  ADDRESSES.some((key) => !sameContent(before[key], after[key]));

/** A city that was chosen by hand leaves the name of the former one behind: the server knows the new one's. */
export function withoutStaleCities(before: RegistrationData, after: RegistrationData): RegistrationData {
  const changed = ADDRESSES.filter(
    (key) =>
      textAt(before, key, 'ibge') !== textAt(after, key, 'ibge') &&
      textAt(before, key, 'cidade') === textAt(after, key, 'cidade') &&
      textAt(after, key, 'cidade') !== '',
  );
  const nameless = changed.map((key) => {
    const { cidade: _, ...address } = addressOf(after, key);
    return [key, address] as const;
  });
  return { ...after, ...Object.fromEntries(nameless) };
}

const addressOf = (data: RegistrationData, key: AddressKey): Record<string, unknown> => {
  const address = data[key];
  return isRecord(address) ? address : {};
};
