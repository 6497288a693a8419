import { useEffect, useRef, useState } from 'react';
import { isPostalCode, normalizePostalCode } from '#contract/rules/contact.ts';
import { isBlank } from '#contract/rules/draftReading.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { registrationLookupRoutes } from '#contract/sac/registration.ts';
import { call } from '#data/call.ts';
import type { RegistrationData } from '#src/resources/customers/shared/useRegistration.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { sameContent, textAt } from './registrationDraft.ts';

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
 * Looks up an address when its CEP is complete, but never twice for the same CEP and address (document 000, section 5), so
 * that edits made after a lookup are not overwritten by the same lookup.
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
    // Another CEP was typed meanwhile.
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
    /** Marks complete addresses as known, so that their CEP is not looked up. */
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

/** CEPs of the addresses that already identify their city. */
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

/** The response of the postal-code service. */
interface FoundAddress {
  logradouro?: string | undefined;
  uf?: string | undefined;
  localidade?: string | undefined;
  complemento?: string | undefined;
  bairro?: string | undefined;
  ibge?: string | undefined;
  erro?: boolean | undefined;
}

/** The CEP of an address once it has all its digits. */
export function completeCode(data: RegistrationData, key: AddressKey): string | null {
  const code = textAt(data, key, 'cep');
  return isPostalCode(code) ? normalizePostalCode(code) : null;
}

/**
 * Fills in the address of a CEP. Street and district belong to the CEP, so the previous ones are replaced; a CEP that covers
 * a whole town has neither, so the existing input is kept.
 */
export function withFoundAddress(
  data: RegistrationData,
  key: AddressKey,
  found: FoundAddress,
): RegistrationData {
  const address = {
    logradouro: found.logradouro,
    bairro: found.bairro,
    // Often says which side of the street it is; never replaces existing input.
    complemento: textAt(data, key, 'complemento') ? '' : found.complemento,
    ibge: found.ibge,
    cidade: found.localidade,
    uf: found.uf,
  };
  const entries = Object.entries(address).filter(([, value]) => value);
  return { ...data, [key]: { ...addressOf(data, key), ...Object.fromEntries(entries) } };
}

/** 'Usar o mesmo Endereço de Cobrança': copies the billing address to the delivery address. */
export const withSameAddress = (data: RegistrationData): RegistrationData => ({
  ...data,
  enderecoEntrega: { ...addressOf(data, 'enderecoCobranca') },
});

/** Whether either address changed between two states, which unlinks them. */
export const addressesChanged = (before: RegistrationData, after: RegistrationData): boolean =>
  ADDRESSES.some((key) => !sameContent(before[key], after[key]));

/** Removes the city name left over after another city was selected by code; the server fills in the new one. */
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
