import { useEffect, useRef, useState } from 'react';
import { isBlank, isRecord } from '../../../../contract/rules/draftReading.ts';
import { registrationLookupRoutes } from '../../../../contract/sac/registration.ts';
import { call } from '../../../dataProvider/call.ts';
import { useStableCallback } from '../../../ui/components/useStableCallback.ts';
import { ADDRESSES, type AddressKey, completeCode, type FoundAddress } from './addresses.ts';
import type { RegistrationData } from './registrationDraft.ts';

export type CodeState = 'searching' | 'found' | 'unknown' | 'failed';

export interface CodeStatus {
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
    const tell = (state: CodeState) => setStatuses((all) => ({ ...all, [key]: { code, state } }));
    tell('searching');
    const found = answers.current.get(code) ?? (await askFor(code));
    // Another code was typed meanwhile.
    if (done.current?.[key] !== code) return;
    if (!found) {
      delete done.current[key];
      return tell('failed');
    }
    answers.current.set(code, found);
    tell(found.erro ? 'unknown' : 'found');
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
