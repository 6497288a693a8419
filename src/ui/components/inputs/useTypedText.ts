import { createContext, useContext, useEffect, useState } from 'react';

/** What a text means: a value, nothing (null), or why it cannot be taken. */
export type Reading<T> =
  | { value: T | null; problem?: undefined }
  | {
      problem: string;
      /** It may still become something: told when the field is left. */
      partial?: boolean;
    };

interface TypedText<T> {
  value: T | null;
  /** The value as the field shows it when nobody types. */
  format: (value: T) => string;
  read: (text: string) => Reading<T>;
  /** Receives what can be taken; null for nothing, and for what cannot be taken. */
  onChange: (value: T | null) => void;
  /** For what acts at once, as a filter does: it goes on with the last value that could be taken. */
  live?: boolean | undefined;
  /** By which a text that cannot be taken is kept while the field is not in the page (KeptTextsContext). */
  keptAs?: string | undefined;
}

interface Draft<T> {
  text: string;
  /** The value that was reported for it: another one comes from outside, and shows itself. */
  held: T | null;
}

/**
 * The text of a field for dates, times or numbers. It stays as it was typed; what cannot be taken is red and blocks
 * whatever the form does (`typedGate`).
 */
export function useTypedText<T extends string | number>(field: TypedText<T>) {
  const { value, format, read, onChange, live = false, keptAs } = field;
  const before = useKeptBefore(keptAs);
  const [draft, setDraft] = useState<Draft<T> | undefined>(
    before === undefined ? undefined : { text: before, held: value },
  );
  const [left, setLeft] = useState(before !== undefined);
  const known = draft !== undefined && draft.held === value ? draft : undefined;
  const reading = known && read(known.text);
  const problem = reading?.problem;
  useKeeping(keptAs, problem === undefined ? undefined : known?.text);

  const type = (text: string) => {
    const meant = read(text);
    const held = meant.problem === undefined ? meant.value : live ? value : null;
    setDraft({ text, held });
    setLeft(false);
    if (held !== value) onChange(held);
  };
  return {
    text: known?.text ?? (value === null ? '' : format(value)),
    type,
    /** A good value shows itself when the field is left; anything else, what is wrong with it. */
    leave: () => {
      setLeft(true);
      if (problem === undefined) setDraft(undefined);
    },
    /** What was typed gives way to the value. */
    forget: () => setDraft(undefined),
    /** For `useTypedProblem`: why what stands there cannot be taken, and that the form wanted to go on over it. */
    problem,
    onRefused: () => setLeft(true),
    /** What is wrong, as far as it is told already. */
    shownProblem: problem !== undefined && (left || !reading?.partial) ? problem : undefined,
  };
}

/** Texts that cannot be taken, of fields that may leave the page: they come back as they were typed. */
export interface KeptTexts {
  get: (name: string) => string | undefined;
  /** Nothing: there is no such text any more. */
  put: (name: string, text: string | undefined) => void;
}

export const KeptTextsContext = createContext<KeptTexts | null>(null);

/** The text that a field left behind; null where nobody keeps any. */
const useKeptBefore = (name: string | undefined): string | undefined => {
  const texts = useContext(KeptTextsContext);
  return name === undefined ? undefined : texts?.get(name);
};

/** Keeps the text of a field for as long as it cannot be taken. */
function useKeeping(name: string | undefined, refused: string | undefined): void {
  const texts = useContext(KeptTextsContext);
  useEffect(() => {
    if (name !== undefined) texts?.put(name, refused);
  }, [texts, name, refused]);
}
