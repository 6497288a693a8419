import { Campaign } from '../../../contract/callcenter/campaigns.ts';
import { campaignSituation } from '../../../contract/catalogs/callCenter.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { decimalPlaces } from '../../../contract/rules/decimal.ts';
import { formatCount, formatNumber } from '../../../contract/rules/format.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { StatusChip } from '../../ui/components/display/Chips.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';

/** '10% de desconto', '3 pontos por unidade' */
export const benefitText = ({ tipo, valor }: Pick<Campaign, 'tipo' | 'valor'>): string => {
  const number = formatNumber(valor, decimalPlaces(valor));
  return tipo === 'DESCONTO'
    ? `${number}% de desconto`
    : `${number} ${valor === '1' ? 'ponto' : 'pontos'} por unidade`;
};

export const periodText = ({ inicio, fim }: Pick<Campaign, 'inicio' | 'fim'>): string =>
  `${formatCalendarDate(inicio)} a ${formatCalendarDate(fim)}`;

export const campaignColumns: readonly Column<Campaign>[] = [
  {
    id: 'nome',
    label: 'Campanha',
    minWidth: 220,
    card: 'title',
    render: ({ nome }) => nome,
    second: ({ descricao }) => descricao,
  },
  fieldColumn(Campaign, 'situacao', {
    width: 190,
    card: 'corner',
    render: ({ situacao }) => <StatusChip value={situacao} catalog={campaignSituation} />,
  }),
  { id: 'beneficio', label: 'Benefício', minWidth: 170, card: 'fact', render: benefitText },
  { id: 'periodo', label: 'Período', width: 200, card: 'fact', render: periodText },
  fieldColumn(Campaign, 'produtos', {
    width: 120,
    card: 'fact',
    render: ({ produtos }) => formatCount(produtos, 'produto', 'produtos'),
  }),
  {
    id: 'apurada',
    label: 'Apurada',
    kind: 'date',
    width: 140,
    givesWay: 1,
    render: ({ apurada }) => (apurada ? <RelativeDate value={apurada} /> : 'Ainda não'),
  },
];
