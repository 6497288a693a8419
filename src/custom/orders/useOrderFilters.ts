import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import { paymentLinkStatus } from '../../../contract/catalogs/paymentLinkStatus.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';
import { leadsAgendas } from '../agendas/leads.ts';
import { ownOrderStatuses } from './ownOrderStatuses.ts';

const QUOTE_STATUSES = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO', 'PERDIDO'];

/** The filters of a list of quotes or orders; whose they are is asked by those who lead. */
export function useOrderFilters(kind: 'ORCAMENTO' | 'PEDIDO'): Filter[] {
  const leads = leadsAgendas();
  const branches = useRoute(lookupRoutes.branches, {}).data ?? [];
  const sellers = useRoute(salesLookupRoutes.sellerNames, {}, { enabled: leads }).data ?? [];
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
      options: branches.map(({ idFil, fant }) => ({ value: `${idFil}`, label: fant })),
    },
    ...(leads
      ? ([
          {
            key: 'idColab',
            label: 'Vendedor',
            kind: 'multiselect',
            options: sellers.map(({ id, nome }) => ({ value: `${id}`, label: nome })),
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
