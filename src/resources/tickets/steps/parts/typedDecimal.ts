import { useState } from 'react';
import { type Decimal, parseBrazilianDecimal, parseDecimal } from '../../../../../contract/rules/decimal.ts';
import { formatQuantity } from '../../../../../contract/rules/quantity.ts';

/** What is kept of a typed number: the wire's decimal, or what was typed as far as it is none yet ('1,'). */
export type TypedDecimal = Decimal;

/** Digits and one comma; a point only as the thousands' mark of a whole number, so that '1.5' is never guessed at. */
const TYPING = /^\d*(?:,\d*)?$/;

/** The text after a key or a paste; `null` is not taken in. */
export function acceptedTyping(text: string, maxDigits: number): string | null {
  const plain = text.replace(/\s|R\$/g, '');
  const typed =
    plain.includes('.') && parseBrazilianDecimal(plain) !== null ? plain.replace(/\./g, '') : plain;
  return TYPING.test(typed) && typed.replace(',', '').length <= maxDigits ? typed : null;
}

export const shownDecimal = (value: TypedDecimal): string =>
  parseDecimal(value) === null ? value : formatQuantity(value).replace(/\./g, '');

/** A number that is typed the Brazilian way and kept the wire's way. */
export function useTypedDecimal(
  value: TypedDecimal,
  onChange: (value: TypedDecimal) => void,
  maxDigits: number,
) {
  // What is being typed; anything else that becomes of the value shows in its place.
  const [typed, setTyped] = useState<string>();
  const keptOf = (text: string) => parseBrazilianDecimal(text) ?? text;
  return {
    shown: typed !== undefined && keptOf(typed) === value ? typed : shownDecimal(value),
    type: (text: string) => {
      const taken = acceptedTyping(text, maxDigits);
      if (taken === null) return;
      setTyped(taken);
      onChange(keptOf(taken));
    },
    leave: () => setTyped(undefined),
  };
}
