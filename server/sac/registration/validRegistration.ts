import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import type { Part } from '#contract/rules/registration/registrationStep.ts';

/** A registration that passed all steps, with each part in the form that its schema defines. */
export interface ValidRegistration {
  tipo: 'PF' | 'PJ';
  simulacao: boolean;
  documento: string;
  /** The data of each step, without the context. */
  parts: Readonly<Record<'documento' | 'empresa' | 'contatos' | 'enderecos', Part>>;
  extraFields: Record<string, unknown>;
  /** Those of the extra fields that keep files. */
  fileFields: readonly ExtraField[];
}
