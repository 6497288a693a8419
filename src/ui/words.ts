import { useMemo, useSyncExternalStore } from 'react';
import { currentWords, labelWord, onWords, type Words } from '#contract/words/words.ts';

/** The company's words; what reads a word is drawn again when they change. */
export const useWords = (): Words => useSyncExternalStore(onWords, currentWords);

/** The same things under the labels that the company gives them; the same array while it gives none of its own. */
export function useLabels<T extends { label: string }>(items: readonly T[]): readonly T[] {
  const words = useWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are read by labelWord
  return useMemo(
    () =>
      items.every(({ label }) => labelWord(label) === label)
        ? items
        : items.map((item) => ({ ...item, label: labelWord(item.label) })),
    [items, words],
  );
}
