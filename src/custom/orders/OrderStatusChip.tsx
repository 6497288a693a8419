import { ownStatuses } from '../../../contract/rules/orders/ownStatuses.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { StatusChip } from '../../ui/components/display/Chips.tsx';

/** One of the twenty, as the company words, colours and draws it where the parameter `statusPedido` says so. */
export const OrderStatusChip = ({ value }: { value: string }) => (
  <StatusChip value={value} catalog={ownOrderStatuses()} />
);

/** The statuses of quotes and orders as the company words, colours and draws them. */
export const ownOrderStatuses = () => ownStatuses(currentLoad()?.parametros.statusPedido);
