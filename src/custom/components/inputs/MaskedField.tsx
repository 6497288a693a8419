import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { editMask } from './maskEditing.ts';
import { MASKS, type MaskKind } from './masks.ts';

export interface MaskedFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'multiline'> {
  kind: MaskKind;
  /** Without its mask: '12ABC34501DE35', '13010100', '21112026'. A masked value is taken as well. */
  value: string;
  /** Receives the text without its mask. */
  onChange: (plain: string) => void;
}

/** A text field that masks while typing and takes any pasted form of the same thing. */
export const MaskedField = ({ kind, value, onChange, slotProps, ...field }: MaskedFieldProps) => {
  const mask = MASKS[kind];
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const plain = mask.plain(value);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.target;
    const erased = (event.nativeEvent as InputEvent).inputType === 'deleteContentBackward';
    const edit = editMask(mask, { text, caret: selectionStart ?? text.length, before: plain, erased });
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
      inputRef={input}
      value={mask.format(plain)}
      onChange={change}
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
    />
  );
};
