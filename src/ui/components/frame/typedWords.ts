import type { FocusEvent } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

/** A search, or a row that is ticked, is a way to something, not something that is lost. */
const SEARCH =
  'input[type="search"], [role="searchbox"], [role="search"] *, tr input[type="checkbox"], [role="row"] input[type="checkbox"]';

const FIELDS = 'input, textarea, [contenteditable="true"]';

/**
 * What the fields of a frame held when a person first went into them, against what they hold when it closes. Fields
 * that hold the same again, that are only searched with, or that are gone, count for nothing.
 */
export function typedWords() {
  const before = new Map<Field, string>();
  return {
    watch: {
      onFocusCapture({ target }: FocusEvent<HTMLElement>) {
        // A list or a switch keeps its value in an input beside what has the focus.
        const group = target.closest('.MuiFormControl-root, .MuiFormControlLabel-root') ?? target;
        const own = target.matches(FIELDS) ? [target] : [];
        for (const field of new Set<Field>([...own, ...group.querySelectorAll<Field>(FIELDS)]))
          if (!field.matches(SEARCH) && !before.has(field)) before.set(field, held(field));
      },
    },
    changed: () => [...before].some(([field, value]) => field.isConnected && held(field) !== value),
    /** A text that cannot be taken is in no form's value, and is lost all the same. */
    refused: () =>
      [...before.keys()].some(
        (field) => field.isConnected && (field as Partial<HTMLInputElement>).validity?.customError === true,
      ),
    forget: () => before.clear(),
  };
}

function held(field: Field): string {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
    return String(field.checked);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field.textContent ?? '';
}
