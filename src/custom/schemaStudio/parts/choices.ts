import type { Choice } from './PropertyFields.tsx';

export const choicesOf = <T extends string>(names: Record<T, string>): Choice[] =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }));

/** With a first choice that stands for none. */
export const withNone = (label: string, names: Record<string, string>): Choice[] => [
  { value: '', label },
  ...choicesOf(names),
];
