import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { currentWords, labelWord, onWords, type Words } from '#contract/words/words.ts';

/** The company's words; what reads a word is drawn again when they change. */
export const useWords = (): Words => useSyncExternalStore(onWords, currentWords);

/** Whether the labels in here were written by people or by the company: such a label is shown as it was written. */
const Authored = createContext(false);
export const AuthoredLabels = Authored.Provider;

/** What a field is labelled by here, from its standard label: the company's word for it, unless somebody wrote the label. */
export function useLabelWord(): (label: string) => string {
  useWords();
  return useContext(Authored) ? asWritten : labelWord;
}

const asWritten = (label: string): string => label;

/** A column or filter. One that an administrator added keeps the name that it was given. */
export interface Labelled {
  label: string;
  authored?: boolean;
}

/** The same things under the labels that the company gives them; the same array while it gives none of its own. */
export function useLabels<T extends Labelled>(items: readonly T[]): readonly T[] {
  const words = useWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are read by labelWord
  return useMemo(
    () =>
      items.every((item) => labelOf(item) === item.label)
        ? items
        : items.map((item) => ({ ...item, label: labelOf(item) })),
    [items, words],
  );
}

const labelOf = ({ label, authored = false }: Labelled): string => (authored ? label : labelWord(label));
