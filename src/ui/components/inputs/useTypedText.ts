import { createContext, useContext, useEffect, useState } from 'react';

/** The interpretation of a text: a value, empty (null), or why it is invalid. */
export type ParseResult<T> =
  | { value: T | null; problem?: undefined }
  | {
      problem: string;
      /** The text is incomplete rather than wrong, so the problem is reported only on blur. */
      partial?: boolean;
    };

interface TypedText<T> {
  value: T | null;
  /** The value as displayed when the field is not being edited. */
  format: (value: T) => string;
  read: (text: string) => ParseResult<T>;
  /** Receives the valid value; null when the text is empty or invalid. */
  onChange: (value: T | null) => void;
  /** For inputs that take effect immediately, such as filters: keeps the last valid value. */
  live?: boolean | undefined;
  /** Key under which invalid text is kept while the field is not in the page (KeptTextsContext). */
  keptAs?: string | undefined;
}

interface Draft<T> {
  text: string;
  /** The value reported for the text; a different one comes from outside and replaces the text. */
  held: T | null;
}

/**
 * The text of a field for dates, times or numbers. It is kept as typed; invalid text is shown in red and blocks every action
 * of the form (`typedGate`).
 */
export function useTypedText<T extends string | number>(field: TypedText<T>) {
  const { value, format, read, onChange, live = false, keptAs } = field;
  const before = useStoredInvalidText(keptAs);
  const [draft, setDraft] = useState<Draft<T> | undefined>(
    before === undefined ? undefined : { text: before, held: value },
  );
  const [left, setLeft] = useState(before !== undefined);
  const currentDraft = draft !== undefined && draft.held === value ? draft : undefined;
  const reading = currentDraft && read(currentDraft.text);
  const problem = reading?.problem;
  useStoreInvalidText(keptAs, problem === undefined ? undefined : currentDraft?.text);

  const type = (text: string) => {
    const meant = read(text);
    const heldValue = meant.problem === undefined ? meant.value : live ? value : null;
    setDraft({ text, held: heldValue });
    setLeft(false);
    if (heldValue !== value) onChange(heldValue);
  };
  return {
    text: currentDraft?.text ?? (value === null ? '' : format(value)),
    type,
    /** On blur, a valid value is displayed formatted; otherwise the problem is shown. */
    leave: () => {
      setLeft(true);
      if (problem === undefined) setDraft(undefined);
    },
    /** Replaces the typed text with the value. */
    forget: () => setDraft(undefined),
    /** For `useTypedProblem`: why the text is invalid, and a callback for when submitting was refused because of it. */
    problem,
    onRefused: () => setLeft(true),
    /** The problem, if it should already be shown. */
    shownProblem: problem !== undefined && (left || !reading?.partial) ? problem : undefined,
  };
}

/** Invalid texts of fields that may leave the page, restored as they were typed. */
export interface InvalidTexts {
  get: (name: string) => string | undefined;
  /** Undefined removes the text. */
  put: (name: string, text: string | undefined) => void;
  /** Removes the texts of a place and of all within it, whose fields will not come back. */
  forget: (place: string) => void;
}

export const InvalidTextsContext = createContext<InvalidTexts | null>(null);

/** The text kept for a field that was removed earlier, if any. */
const useStoredInvalidText = (name: string | undefined): string | undefined => {
  const texts = useContext(InvalidTextsContext);
  return name === undefined ? undefined : texts?.get(name);
};

/** Keeps a field's text as long as it is invalid. */
function useStoreInvalidText(name: string | undefined, refused: string | undefined): void {
  const texts = useContext(InvalidTextsContext);
  useEffect(() => {
    if (name !== undefined) texts?.put(name, refused);
  }, [texts, name, refused]);
}
