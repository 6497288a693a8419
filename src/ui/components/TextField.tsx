import MuiTextField, { type TextFieldProps as MuiTextFieldProps } from '@mui/material/TextField';
import { type ChangeEvent, useState } from 'react';
import { useLabelWord } from '../words.ts';
import { useHeldTyping } from './heldTyping.ts';
import { steady } from './steady.tsx';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** MUI's, except for its select: a choice is a `ChoiceField`, which searches long lists. */
export type TextFieldProps = Without<MuiTextFieldProps, 'select' | 'children' | 'SelectProps'>;

const SteadyField = steady<TextFieldProps>(MuiTextField);

/**
 * The console's text field: MUI's, of which a key renders only the one that is typed in. The first key reaches the
 * form at once, the others four times a second, or before anything acts on the form (heldTyping.ts). `immediate` is for a field
 * that changes the text while it is typed, or whose text another part of the screen follows letter by letter.
 */
export const TextField = ({ immediate = false, ...given }: TextFieldProps & { immediate?: boolean }) => {
  const word = useLabelWord();
  const props = typeof given.label === 'string' ? { ...given, label: word(given.label) } : given;
  return !immediate && props.type !== 'search' && typeof props.value === 'string' && props.onChange ? (
    <HoldingField {...props} value={props.value} onChange={props.onChange} />
  ) : (
    <SteadyField {...props} />
  );
};

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;
type HoldingFieldProps = TextFieldProps & { value: string; onChange: (event: Typed) => void };

function HoldingField({ value, onChange, ...props }: HoldingFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const hold = useHeldTyping<Typed>((event) => {
    setText(null);
    onChange(Object.create(event, { currentTarget: { value: event.target } }));
  });
  const type = (event: Typed) => (hold(event) ? setText(event.target.value) : onChange(event));
  return <SteadyField {...props} value={text ?? value} onChange={type} />;
}
