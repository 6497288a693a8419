import Alert from '@mui/material/Alert';
import { freightRoutes } from '../../../contract/callcenter/freight.ts';
import { formatCount, formatMoney } from '../../../contract/rules/format.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';

/** Tells of orders that wait for the same address, whose goods could travel along. A hint: its failure is none. */
export function RelatedOrders({ idOrcamento }: { idOrcamento: number }) {
  const related = useRoute(freightRoutes.related, { params: { orcamentoId: idOrcamento } });
  const orders = related.data ?? [];
  if (orders.length === 0) return null;
  const names = orders.slice(0, 3).map(({ id, total }) => `#${id} (${formatMoney(total, 2)})`);
  const rest = orders.length > names.length ? ` e mais ${orders.length - names.length}` : '';
  return (
    <Alert severity="info">
      {formatCount(orders.length, 'pedido espera', 'pedidos esperam')} entrega no mesmo endereço:{' '}
      {names.join(', ')}
      {rest}. Podem viajar juntos.
    </Alert>
  );
}
