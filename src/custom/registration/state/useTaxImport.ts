import { useState } from 'react';
import type { Area } from '../../../../contract/route.ts';
import { normalizeDocument } from '../../../../contract/rules/documents.ts';
import { registrationRoutes } from '../../../../contract/sac/registration.ts';
import { call } from '../../../dataProvider/call.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { type RegistrationData, textAt } from './registrationDraft.ts';
import { fromTaxAuthority } from './taxAuthority.ts';
import type { Steps } from './useSteps.ts';

export type ImportResult =
  | { state: 'found'; name: string; kept: string[]; known: RegistrationData }
  | { state: 'unknown' }
  | { state: 'failed'; text: string };

/** Asked from this many characters on (document 001, section 5). */
export const CNPJ_LENGTH = 14;

/** 'Importar da Receita': company, partner, phone and billing address of a CNPJ. */
export function useTaxImport(area: Area, steps: Steps, onFilled: () => void) {
  const [result, setResult] = useState<ImportResult | null>(null);
  const [running, setRunning] = useState(false);

  const run = async (typed: string) => {
    const cnpj = normalizeDocument(typed);
    setRunning(true);
    setResult(null);
    try {
      const answer = await call(registrationRoutes.taxAuthority, { params: { cnpj } }, { area });
      const known = fromTaxAuthority(answer);
      // Another CNPJ was typed meanwhile: this answer is nobody's.
      if (normalizeDocument(textAt(steps.latest.current.data, 'documento')) !== cnpj) return;
      if (!known) return setResult({ state: 'unknown' });
      const kept = steps.fill(known);
      onFilled();
      setResult({ state: 'found', name: textAt(known, 'empresa', 'razaoSocial'), kept, known });
    } catch (error) {
      setResult({ state: 'failed', text: errorText(error) });
    } finally {
      setRunning(false);
    }
  };
  const replaceKept = () => {
    if (result?.state !== 'found') return;
    steps.fill(result.known, true);
    onFilled();
    setResult({ ...result, kept: [] });
  };
  /** On the next step only what is still to be decided is told. */
  const settle = () => setResult((now) => (now?.state === 'found' && now.kept.length > 0 ? now : null));
  return { result, running, run, replaceKept, settle, forget: () => setResult(null) };
}

export type TaxImport = ReturnType<typeof useTaxImport>;
