import type { ReactNode, Ref } from 'react';
import type { FormDefinition } from '../../../contract/rules/forms/formDefinition.ts';
import type { TypedTexts } from './store/typedTexts.ts';

export interface SchemaFormHandle<T> {
  /** Judges the whole, shows what is wrong and takes the focus to the summary. True when all is good. */
  validate: () => boolean;
  /** Puts text that is still being typed into the value, and answers the value. */
  flush: () => T;
}

export interface SchemaFormProps<T extends object> {
  ref?: Ref<SchemaFormHandle<T>>;
  /** Kept as one object while the version is the same: a new one is drawn and judged anew. */
  form: FormDefinition;
  value: T;
  /** Receives only what is shown: a branch that is hidden is kept by the form until it is shown again. */
  onChange: (value: T) => void;
  /** Called with Enter or a button of type submit, once all is good. Without it no form element is made. */
  onSubmit?: (value: T) => void;
  /** What the server refused, by field: 'empresa.razaoSocial' or '/empresa/razaoSocial'. Gone once the field changes. */
  errors?: Record<string, string> | undefined;
  /** Texts that mean nothing, kept by whoever shows the form again: a step that is left and come back to. */
  texts?: TypedTexts;
  /** Begins the ids of the fields. */
  idPrefix?: string;
  /** At most; one below 900 px. */
  columns?: 1 | 2;
  disabled?: boolean;
  context?: {
    /** Goes along with every question for options. */
    optionQuery?: Record<string, unknown>;
  };
  /** What belongs to a group without being a field of it: shown under its title, by the group's pointer. */
  inGroup?: Readonly<Record<string, ReactNode>>;
  /** Buttons. */
  children?: ReactNode;
}
