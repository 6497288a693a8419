import { createContext, useContext, useEffect } from 'react';

/** Texts that cannot be taken, of fields that may leave the page: they come back as they were typed. */
export interface KeptTexts {
  get: (name: string) => string | undefined;
  /** Nothing: there is no such text any more. */
  put: (name: string, text: string | undefined) => void;
}

export const KeptTextsContext = createContext<KeptTexts | null>(null);

/** The text that a field left behind; null where nobody keeps any. */
export const useKeptBefore = (name: string | undefined): string | undefined => {
  const texts = useContext(KeptTextsContext);
  return name === undefined ? undefined : texts?.get(name);
};

/** Keeps the text of a field for as long as it cannot be taken. */
export function useKeeping(name: string | undefined, refused: string | undefined): void {
  const texts = useContext(KeptTextsContext);
  useEffect(() => {
    if (name !== undefined) texts?.put(name, refused);
  }, [texts, name, refused]);
}
