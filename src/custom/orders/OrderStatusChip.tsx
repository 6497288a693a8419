import { StatusChip } from '../../ui/components/display/StatusChip.tsx';
import { ownOrderStatuses } from './ownOrderStatuses.ts';

/** One of the twenty, as the company words, colours and draws it where the parameter `statusPedido` says so. */
export const OrderStatusChip = ({ value }: { value: string }) => (
  <StatusChip value={value} catalog={ownOrderStatuses()} />
);
