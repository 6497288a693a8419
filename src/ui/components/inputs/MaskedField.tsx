import type { TextFieldProps } from '@mui/material/TextField';
import TextField from '@mui/material/TextField';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { hiddenProps, MASKS, type Mask, type MaskKind, masksWhole } from './masks.tsx';
import { useTypedProblem } from './typedGate.ts';

export interface MaskedFieldProps
  extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'multiline' | 'inputRef'> {
  /** By its name, or a mask of the screen's own. */
  kind: MaskKind | Mask;
  /** Without its mask: '12ABC34501DE35', '13010100', '21112026'. A masked value is taken as well. */
  value: string;
  /** Receives the text without its mask, and as it stands when the mask would lose something of it. */
  onChange: (text: string) => void;
  /** Why what is typed cannot be taken, where the field knows more than its mask; the form is blocked by it. */
  problem?: string | undefined;
  /** The form wanted to go on over the problem. */
  onRefused?: (() => void) | undefined;
}

/**
 * A text field that masks while typing and takes any pasted form of the same thing. What does not fit the mask stays as
 * it was typed, in red, and blocks the form.
 */
export const MaskedField = (props: MaskedFieldProps) => {
  const { kind, value, onChange, problem, onRefused, slotProps, ...field } = props;
  const mask = typeof kind === 'string' ? MASKS[kind] : kind;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const hidden = hiddenProps({ ...field, label: field.label, value, onReplace: () => onChange('') });
  const fits = hidden !== null || masksWhole(mask, value);
  const plain = fits && !hidden ? mask.plain(value) : value;
  const problemRef = useTypedProblem(problem ?? (fits ? undefined : mask.asks), onRefused);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.target;
    const { inputType } = event.nativeEvent as InputEvent;
    const whole = isWholeText(inputType) || isSeparated(event.nativeEvent as InputEvent, text);
    const given = whole && mask.whole ? mask.whole(text) : text;
    if (!masksWhole(mask, given)) return onChange(text);
    const erased = inputType === 'deleteContentBackward';
    const edit = editMask(mask, {
      text: given,
      caret: given === text ? (selectionStart ?? text.length) : given.length,
      before: plain,
      erased,
    });
    caret.current = edit.caret;
    // The same value renders nothing, so the browser's edit is undone here.
    event.target.value = edit.masked;
    event.target.setSelectionRange(edit.caret, edit.caret);
    if (edit.plain !== plain) onChange(edit.plain);
  };

  useLayoutEffect(() => {
    if (caret.current !== undefined && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  return (
    <TextField
      {...field}
      inputRef={(node: HTMLInputElement | null) => {
        input.current = node;
        problemRef(node);
      }}
      value={fits ? mask.format(plain) : value}
      onChange={change}
      error={!fits || field.error === true}
      helperText={fits ? field.helperText : (problem ?? mask.asks)}
      placeholder={field.placeholder ?? mask.placeholder}
      slotProps={{
        ...slotProps,
        htmlInput: {
          inputMode: mask.letters ? 'text' : 'numeric',
          autoCapitalize: mask.letters ? 'characters' : undefined,
          autoComplete: 'off',
          spellCheck: false,
          ...slotProps?.htmlInput,
        },
      }}
      {...hidden}
    />
  );
};

/** Pasted, dropped, or filled in by the browser: the whole of it, not a key of it. */
const isWholeText = (inputType: string | undefined) =>
  inputType === undefined || inputType === 'insertFromPaste' || inputType === 'insertFromDrop';

/** A separator that was typed at the end says that the part before it is whole: '1/' is the first. */
const isSeparated = ({ inputType, data }: InputEvent, text: string) =>
  inputType === 'insertText' && data !== null && /\D/.test(data) && text.endsWith(data);

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

interface MaskEdit {
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
const editMask = (mask: Mask, { text, caret, before, erased }: Typed): MaskEdit => {
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
