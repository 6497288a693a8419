import { useState } from 'react';
import {
  type Decimal,
  decimalPlaces,
  fixedDecimal,
  parseBrazilianDecimal,
  parseDecimal,
} from '../../../../../contract/rules/decimal.ts';
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

/** `places`: at least so many, as amounts of money have two; none that was typed is hidden. */
export function shownDecimal(value: TypedDecimal, places = 0): string {
  if (parseDecimal(value) === null) return value;
  return places === 0
    ? formatQuantity(value).replace(/\./g, '')
    : fixedDecimal(value, Math.max(places, decimalPlaces(value))).replace('.', ',');
}

/** A number that is typed the Brazilian way and kept the wire's way. */
export function useTypedDecimal(
  value: TypedDecimal,
  onChange: (value: TypedDecimal) => void,
  maxDigits: number,
  places = 0,
) {
  // What is being typed; anything else that becomes of the value shows in its place.
  const [typed, setTyped] = useState<string>();
  const keptOf = (text: string) => parseBrazilianDecimal(text) ?? text;
  return {
    shown: typed !== undefined && keptOf(typed) === value ? typed : shownDecimal(value, places),
    type: (text: string) => {
      const taken = acceptedTyping(text, maxDigits);
      if (taken === null) return;
      setTyped(taken);
      onChange(keptOf(taken));
    },
    leave: () => setTyped(undefined),
  };
}
