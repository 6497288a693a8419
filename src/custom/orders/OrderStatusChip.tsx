import { isValueOf } from '../../../contract/catalogs/catalog.ts';
import { orderStatus } from '../../../contract/catalogs/orderStatus.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';

/** One of the twenty, under the company's own name for it where the parameter `statusPedido` gives one. */
export function OrderStatusChip({ value }: { value: string }) {
  const label = isValueOf(orderStatus, value) ? ownLabel(value) : undefined;
  return <StatusChip value={value} catalog={orderStatus} {...(label && { label })} />;
}

function ownLabel(value: string): string | undefined {
  const names = currentLoad()?.parametros.statusPedido;
  if (typeof names !== 'object' || names === null) return undefined;
  const own = (names as Record<string, unknown>)[value];
  return typeof own === 'string' && own.trim() !== '' ? own : undefined;
}
