import type { Mask } from './masks.ts';

const isKept = (character: string) => /[0-9A-Za-z]/.test(character);
const keptBefore = (text: string, position: number) => [...text.slice(0, position)].filter(isKept).length;

/** Where the caret goes so that as many kept characters stand before it as before the mask was laid anew. */
const caretAfter = (masked: string, kept: number): number => {
  if (kept === 0) return 0;
  let seen = 0;
  for (let index = 0; index < masked.length; index++) {
    if (isKept(masked[index] ?? '')) seen++;
    if (seen === kept) return index + 1;
  }
  return masked.length;
};

export interface MaskEdit {
  plain: string;
  masked: string;
  caret: number;
}

interface Typed {
  /** The field's text and caret after the browser's own edit. */
  text: string;
  caret: number;
  /** What was kept before the edit. */
  before: string;
  /** The edit was a backspace. */
  erased: boolean;
}

/**
 * Lays the mask over whatever the browser made of a key, a paste or a cut. A backspace that took only a
 * separator takes the character before it too; otherwise the mask would put the separator back for ever.
 */
export const editMask = (mask: Mask, { text, caret, before, erased }: Typed): MaskEdit => {
  let kept = keptBefore(text, caret);
  let plain = mask.plain(text);
  if (erased && plain === before && kept > 0) {
    kept -= 1;
    plain = mask.plain(plain.slice(0, kept) + plain.slice(kept + 1));
  }
  const masked = mask.format(plain);
  const atEnd = caret >= text.length;
  return { plain, masked, caret: atEnd ? masked.length : caretAfter(masked, kept) };
};
