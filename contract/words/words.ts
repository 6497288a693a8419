/**
 * What a company calls things in its own way: for each place (a catalogue, the labels of fields, the menu, the buttons, the texts of
 * notices) the words that stand there instead of the standard ones, by their key. A catalogue's key is the raw value, and a notice has
 * one of its own; elsewhere it is the standard word itself.
 */
export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const STANDARD_WORDS: Words = {};

/** The labels of fields, the menu, the buttons and the texts of notices; every other place is a catalogue. */
export const LABELS = 'rotulos';
export const MENU = 'menu';
export const BUTTONS = 'botoes';
export const NOTICES = 'avisos';

/** A process and a page serve one company, so they have one set of words. */
let current: Words = STANDARD_WORDS;
const listeners = new Set<() => void>();

export const currentWords = (): Words => current;

/** From now on these words are read; whoever listens is told when they differ. */
export function setWords(words: Words): void {
  if (words === current || JSON.stringify(words) === JSON.stringify(current)) return;
  current = words;
  for (const listener of listeners) listener();
}

export function onWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The word that is shown for a key of a place. The only way to one: no screen and no file has a second. */
export function wordOf(place: string, key: string, standard: string): string {
  const words = current[place];
  return (words && Object.hasOwn(words, key) && words[key]) || standard;
}

/**
 * The label of a field, by the standard one, wherever it stands: form, column, filter, file, log. Asked twice it answers the
 * same, because no word replaces another that is replaced itself (`wordsProblems`).
 */
export const labelWord = (standard: string): string => wordOf(LABELS, standard, standard);
export const menuWord = (standard: string): string => wordOf(MENU, standard, standard);
export const buttonWord = (standard: string): string => wordOf(BUTTONS, standard, standard);

/** Reads something as it stands in the contract. */
export function inStandardWords<T>(read: () => T): T {
  const before = current;
  current = STANDARD_WORDS;
  try {
    return read();
  } finally {
    current = before;
  }
}
