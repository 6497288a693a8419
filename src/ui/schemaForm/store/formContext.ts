import { createContext, type ReactNode, useContext } from 'react';
import type { FormStore } from './FormStore.ts';

export interface FormContent {
  store: FormStore;
  columns: 1 | 2;
  disabled: boolean;
  optionQuery: Record<string, unknown> | undefined;
}

export const FormContext = createContext<FormContent | null>(null);

export function useForm(): FormContent {
  const content = useContext(FormContext);
  if (!content) throw new Error('a field outside of its form');
  return content;
}

/** 'Contato 2', for the names of its fields in the summary. */
export const ItemLabel = createContext('');

/** What belongs to a group without being a field of it, by the group's pointer. */
export const GroupParts = createContext<Readonly<Record<string, ReactNode>>>({});
