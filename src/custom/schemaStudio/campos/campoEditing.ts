import type { Problem } from '#contract/config/definitions.ts';
import type { Campo, CampoPlace } from '#contract/rules/fields/campo.ts';

/** A type of the company's own, as a field of it names it. */
export interface OwnType {
  readonly chave: string;
  readonly titulo: { readonly muitos: string };
}

/** What is needed to edit a field, of a record or of a list's item. */
export interface CampoEditing {
  campo: Campo;
  /** JSON pointer of the field. */
  at: string;
  /** The field as published, which existing records conform to; absent for a new one. */
  published: Campo | undefined;
  place: CampoPlace;
  onChange: (campo: Campo) => void;
  /** The type that the fields belong to, which they may refer to as well. */
  own?: OwnType | undefined;
  problems: Problem[];
  readOnly: boolean;
}
