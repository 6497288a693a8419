import { paymentLinkStatus } from '../../../contract/catalogs/orderStatus.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';
import { laterOptions } from '../../ui/components/FilterBar/laterOptions.ts';
import { leadsAgendas } from '../agendas/leads.ts';
import { sellerOptions } from '../customers/lookupOptions.ts';
import { ownOrderStatuses } from './OrderStatusChip.tsx';

const QUOTE_STATUSES = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO', 'PERDIDO'];

/** The filters of a list of quotes or orders; whose they are is asked by those who lead. */
export function orderFilters(kind: 'ORCAMENTO' | 'PEDIDO'): Filter[] {
  const leads = leadsAgendas();
  const isQuote = (value: string) => QUOTE_STATUSES.includes(value);
  return [
    {
      key: 'st',
      label: 'Situação',
      kind: 'multiselect',
      pinned: true,
      options: ownOrderStatuses()
        .filter(({ value }) => isQuote(value) === (kind === 'ORCAMENTO'))
        .map(({ value, label }) => ({ value, label })),
    },
    { key: 'periodo', label: 'Incluído', kind: 'dateRange', pinned: true, fromKey: 'dtIni', toKey: 'dtFim' },
    {
      key: 'filial',
      label: 'Emitente',
      kind: 'multiselect',
      options: laterOptions('filial', lookupRoutes.branches, {}, (branches) =>
        branches.map(({ idFil, fant }) => ({ value: `${idFil}`, label: fant })),
      ),
    },
    ...(leads
      ? ([
          {
            key: 'idColab',
            label: 'Vendedor',
            kind: 'multiselect',
            options: sellerOptions('idColab'),
          },
        ] as const)
      : ([
          // Who does not lead is answered by their own, whoever is named.
          {
            key: 'idColab',
            label: 'Vendedor',
            kind: 'multiselect',
            options: [{ value: `${currentLoad()?.colaborador.id}`, label: 'Eu' }],
          },
        ] as const)),
    ...(kind === 'PEDIDO'
      ? ([
          {
            key: 'link',
            label: 'Link de pagamento',
            kind: 'multiselect',
            options: paymentLinkStatus.map(({ value, label }) => ({ value, label })),
          },
        ] as const)
      : []),
    {
      key: 'canal',
      label: 'Canal',
      kind: 'multiselect',
      options: [
        { value: 'CALLCENTER', label: 'Call-center' },
        { value: 'B2B', label: 'Loja (B2B)' },
        { value: 'FV', label: 'Força de vendas' },
        { value: 'ERP', label: 'ERP' },
      ],
    },
  ];
}
