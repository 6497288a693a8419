import type { Decimal } from '../../../contract/rules/decimal.ts';
import { MoneyField } from '../../ui/components/inputs/NumberField.tsx';
import { DEAREST_FREIGHT } from './freightPrice.ts';

interface ChargedFreightProps {
  /** `null` charges what is reckoned. */
  value: Decimal | null;
  onChange: (value: Decimal | null) => void;
}

/** Freight that is given away, or charged otherwise, where the branch allows it (`permiteAbonarFrete`). */
export const ChargedFreight = ({ value, onChange }: ChargedFreightProps) => (
  <MoneyField
    label="Cobrar do cliente (opcional)"
    value={value}
    onChange={onChange}
    max={DEAREST_FREIGHT}
    helperText="Em branco, cobra o frete calculado. Com outro valor, 0 por exemplo, o abono fica no registro do cliente."
  />
);
