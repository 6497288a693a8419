import { ownStatuses } from '../../../contract/rules/orders/ownStatuses.ts';
import { currentLoad } from '../../dataProvider/session.ts';

/** The statuses of quotes and orders as the company words, colours and draws them. */
export const ownOrderStatuses = () => ownStatuses(currentLoad()?.parametros.statusPedido);
