import { createContext, useContext } from 'react';
import type { RegistrationRequest } from '../registrationRequest.ts';
import type { RegistrationDraft } from './registrationDraft.ts';
import type { useDocumentCheck, useEarlier } from './useDocumentCheck.ts';
import type { usePostalCodes } from './usePostalCodes.ts';
import type { Steps } from './useSteps.ts';
import type { TaxImport } from './useTaxImport.ts';

/** What the parts of an open registration share. */
export interface Wizard extends Pick<Steps, 'steps' | 'switchTo' | 'link' | 'unlinked'> {
  request: RegistrationRequest;
  draft: RegistrationDraft;
  /** The prospect that is completed, whichever way it was found. */
  idCli: number | undefined;
  check: ReturnType<typeof useDocumentCheck>;
  taxImport: TaxImport;
  earlier: ReturnType<typeof useEarlier>;
  postalCodes: ReturnType<typeof usePostalCodes>;
}

export const WizardContext = createContext<Wizard | null>(null);

export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error('outside of the registration');
  return wizard;
}
