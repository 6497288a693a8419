import type { Ref } from 'react';
import { MoneyField } from '../components/inputs/MoneyField.tsx';
import { freightPrice } from './freightPrice.ts';

interface ChargedFreightProps {
  /** As it is typed; empty charges what is reckoned. */
  value: string;
  onChange: (value: string) => void;
  inputRef: Ref<HTMLInputElement>;
}

/** Freight that is given away, or charged otherwise, where the branch allows it (`permiteAbonarFrete`). */
export function ChargedFreight({ value, onChange, inputRef }: ChargedFreightProps) {
  const wrong = isWrongCharge(value);
  return (
    <MoneyField
      label="Cobrar do cliente (opcional)"
      value={value}
      onChange={onChange}
      inputRef={inputRef}
      error={wrong}
      helperText={
        wrong
          ? 'Use um valor como 1.234,56'
          : 'Em branco, cobra o frete calculado. Com outro valor, 0 por exemplo, o abono fica no registro do cliente.'
      }
    />
  );
}

export const isWrongCharge = (value: string): boolean => value.trim() !== '' && freightPrice(value) === null;
