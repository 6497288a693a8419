import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, Id } from '../../route.ts';

const Tax = (title: string) => Decimal(title);
export const QuoteItemTaxes = Type.Object({
  id: Id('Item'),
  descricao: Type.String({ title: 'Produto' }),
  base: Tax('Base'),
  ipi: Tax('IPI'),
  st: Tax('ST'),
  stsn: Tax('ST-SN'),
  icms: Tax('ICMS'),
  icmsPartilha: Tax('Partilha do ICMS'),
});
export const QuoteTaxes = Type.Object(
  {
    itens: Type.Array(QuoteItemTaxes, { title: 'Itens' }),
    ipi: Tax('IPI'),
    st: Tax('ST'),
    stsn: Tax('ST-SN'),
    icms: Tax('ICMS'),
    icmsPartilha: Tax('Partilha do ICMS'),
    total: Tax('Impostos que se somam'),
  },
  { title: 'Impostos do orçamento' },
);
export type QuoteTaxes = Static<typeof QuoteTaxes>;
