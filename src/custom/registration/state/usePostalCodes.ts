import { useEffect, useRef, useState } from 'react';
import { isPostalCode, normalizePostalCode } from '../../../../contract/rules/address.ts';
import { isBlank, isRecord } from '../../../../contract/rules/draftReading.ts';
import { registrationLookupRoutes } from '../../../../contract/sac/registration.ts';
import { call } from '../../../dataProvider/call.ts';
import { useStableCallback } from '../../../ui/components/useStableCallback.ts';
import { type RegistrationData, sameContent, textAt } from './registrationDraft.ts';

export type CodeState = 'searching' | 'found' | 'unknown' | 'failed';

interface CodeStatus {
  code: string;
  state: CodeState;
}

type Statuses = Readonly<Partial<Record<AddressKey, CodeStatus>>>;

interface Options {
  data: RegistrationData;
  onFound: (key: AddressKey, found: FoundAddress) => void;
}

/**
 * Looks an address up when its CEP is complete, never twice for the same CEP and address (document 000, section 5):
 * what was written after a look-up is not written over by the same one.
 */
export function usePostalCodes({ data, onFound }: Options) {
  const [statuses, setStatuses] = useState<Statuses>({});
  const done = useRef<Partial<Record<AddressKey, string>>>(undefined);
  done.current ??= filledCodes(data);
  const answers = useRef(new Map<string, FoundAddress>());

  const lookUp = useStableCallback(async (key: AddressKey, code: string) => {
    const setStatus = (state: CodeState) => setStatuses((all) => ({ ...all, [key]: { code, state } }));
    setStatus('searching');
    const found = answers.current.get(code) ?? (await askFor(code));
    // Another code was typed meanwhile.
    if (done.current?.[key] !== code) return;
    if (!found) {
      delete done.current[key];
      return setStatus('failed');
    }
    answers.current.set(code, found);
    setStatus(found.erro ? 'unknown' : 'found');
    if (!found.erro) onFound(key, found);
  });

  const [billing, delivery] = ADDRESSES.map((key) => completeCode(data, key));
  useEffect(() => {
    const codes = { enderecoCobranca: billing, enderecoEntrega: delivery };
    for (const key of ADDRESSES) {
      const code = codes[key];
      if (!code || done.current?.[key] === code) continue;
      done.current = { ...done.current, [key]: code };
      void lookUp(key, code);
    }
  }, [billing, delivery, lookUp]);

  return {
    statuses,
    /** An address that was put in whole is known: its CEP is not asked for. */
    known: (next: RegistrationData) => {
      done.current = { ...done.current, ...filledCodes(next) };
    },
  };
}

async function askFor(cep: string): Promise<FoundAddress | null> {
  try {
    return await call(registrationLookupRoutes.postalCode, { params: { cep } });
  } catch {
    return null;
  }
}

/** CEPs of the addresses that name their city already. */
const filledCodes = (data: RegistrationData): Partial<Record<AddressKey, string>> =>
  Object.fromEntries(
    ADDRESSES.flatMap((key) => {
      const address = data[key];
      const code = completeCode(data, key);
      return code && isRecord(address) && !isBlank(address.ibge) ? [[key, code]] : [];
    }),
  );

const ADDRESSES = ['enderecoCobranca', 'enderecoEntrega'] as const;
export type AddressKey = (typeof ADDRESSES)[number];

/** What the postal-code service answers. */
interface FoundAddress {
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
  const entries = Object.entries(known).filter(([, value]) => value);
  return { ...data, [key]: { ...addressOf(data, key), ...Object.fromEntries(entries) } };
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
