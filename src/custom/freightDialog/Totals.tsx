import { formatMoney, formatNumber } from '../../../contract/rules/format.ts';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import type { FreightQuery } from './freightChoice.ts';

/** What is to be carried. */
export const Totals = ({ query }: { query: FreightQuery }) => (
  <KeyValueList
    pairWidth={120}
    items={[
      { label: 'Valor Total', value: formatMoney(query.total, 2) },
      { label: 'Peso Líquido', value: `${formatNumber(query.pesoLiquido, 2)} kg` },
      { label: 'Peso Bruto', value: `${formatNumber(query.pesoBruto, 2)} kg` },
      { label: 'Volumetria (m³)', value: formatNumber(query.volumetria, 3) },
    ]}
  />
);
