import useForkRef from '@mui/utils/useForkRef';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { TextField, type TextFieldProps } from '#ui/components/TextField.tsx';
import { useHeldValue } from '../heldTyping.ts';
import { hiddenProps, MASKS, type Mask, type MaskKind, masksWhole } from './masks.tsx';
import { useTypedProblem } from './typedGate.ts';

export interface MaskedFieldProps
  extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'multiline' | 'inputRef'> {
  /** The name of a mask, or a screen's own one. */
  kind: MaskKind | Mask;
  /** The value without its mask: '12ABC34501DE35', '13010100', '21112026'. A masked value is also accepted. */
  value: string;
  /** Receives the text without its mask, or unchanged if the mask would lose part of it. */
  onChange: (text: string) => void;
  /** Why the input is invalid, beyond what the mask can check; it blocks the form. */
  problem?: string | undefined;
  /** Called when submitting was refused because of the problem. */
  onRefused?: (() => void) | undefined;
  /** For what keeps the text itself while it is typed, or follows each key of it. */
  immediate?: boolean;
}

/**
 * A text field that masks while typing and accepts pasted text in any usual notation. Text that does not fit the mask is kept
 * as typed, in red, and blocks the form.
 */
export const MaskedField = ({ immediate = false, ...props }: MaskedFieldProps) =>
  immediate ? <MaskingField {...props} /> : <HoldingField {...props} />;

/** Its form hears of the first key at once, and of the others as of those of a `TextField`. */
function HoldingField({ value, onChange, ...props }: MaskedFieldProps) {
  const [shown, type] = useHeldValue(value, onChange);
  return <MaskingField {...props} value={shown} onChange={type} onFinish={onChange} />;
}

interface MaskingFieldProps extends Omit<MaskedFieldProps, 'immediate'> {
  /** Receives the text as it is left, which waits for nothing. */
  onFinish?: (text: string) => void;
}

const MaskingField = (props: MaskingFieldProps) => {
  const { kind, value, onChange, onFinish = onChange, problem, onRefused, slotProps, ...field } = props;
  const mask = typeof kind === 'string' ? MASKS[kind] : kind;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const hidden = hiddenProps({ ...field, label: field.label, value, onReplace: () => onChange('') });
  const fits = hidden !== null || masksWhole(mask, value);
  const plain = fits && !hidden ? mask.plain(value) : value;
  const problemRef = useTypedProblem(problem ?? (fits ? undefined : mask.asks), onRefused, true);
  const inputRef = useForkRef(input, problemRef);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.target;
    const { inputType } = event.nativeEvent as InputEvent;
    const isWholeEntry = isWholeText(inputType) || isSeparated(event.nativeEvent as InputEvent, text);
    const given = isWholeEntry && mask.whole ? mask.whole(text) : text;
    if (!masksWhole(mask, given)) return onChange(text);
    const erased = inputType === 'deleteContentBackward';
    const edit = editMask(mask, {
      text: given,
      caret: given === text ? (selectionStart ?? text.length) : given.length,
      before: plain,
      erased,
    });
    caret.current = edit.caret;
    // An unchanged value does not re-render, so the browser's edit is undone here.
    event.target.value = edit.masked;
    event.target.setSelectionRange(edit.caret, edit.caret);
    if (edit.plain !== plain) onChange(edit.plain);
  };

  /** Before the form is sent, by Enter too. */
  const finish = () => {
    const done = fits && !hidden ? mask.done?.(plain) : undefined;
    if (done !== undefined && done !== plain) onFinish(done);
  };

  useLayoutEffect(() => {
    if (caret.current !== undefined && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  return (
    <TextField
      immediate
      {...field}
      inputRef={inputRef}
      value={fits ? mask.format(plain) : value}
      onChange={change}
      onBlur={(event) => {
        finish();
        field.onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        field.onKeyDown?.(event);
      }}
      error={!fits || field.error === true}
      helperText={fits ? field.helperText : (problem ?? mask.asks)}
      placeholder={field.placeholder ?? mask.placeholder}
      slotProps={{
        ...slotProps,
        htmlInput: {
          inputMode: mask.inputMode ?? (mask.letters ? 'text' : 'numeric'),
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

/** Whether the text was pasted, dropped or filled in by the browser as a whole, rather than typed. */
const isWholeText = (inputType: string | undefined) =>
  inputType === undefined || inputType === 'insertFromPaste' || inputType === 'insertFromDrop';

/** A separator typed at the end marks the part before it as complete: '1/' is the first. */
const isSeparated = ({ inputType, data }: InputEvent, text: string) =>
  inputType === 'insertText' && data !== null && /\D/.test(data) && text.endsWith(data);

const isKept = (character: string) => /[0-9A-Za-z+]/.test(character);
const keptBefore = (text: string, position: number) => [...text.slice(0, position)].filter(isKept).length;

/** The caret position that keeps the same number of kept characters before it after masking. */
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
  /** The unmasked text before the edit. */
  before: string;
  /** Whether the edit was a backspace. */
  erased: boolean;
}

/**
 * Applies the mask to the browser's result of a keystroke, a paste or a cut. A backspace that removed only a separator also
 * removes the character before it; otherwise the mask would always restore the separator.
 */
const editMask = (mask: Mask, { text, caret, before, erased }: Typed): MaskEdit => {
  let keptLength = keptBefore(text, caret);
  let plain = mask.plain(text);
  if (erased && plain === before && keptLength > 0) {
    keptLength -= 1;
    plain = mask.plain(plain.slice(0, keptLength) + plain.slice(keptLength + 1));
  }
  const masked = mask.format(plain);
  const atEnd = caret >= text.length;
  return { plain, masked, caret: atEnd ? masked.length : caretAfter(masked, keptLength) };
};
