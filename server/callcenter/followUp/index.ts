import { followUpRoutes } from '../../../contract/callcenter/followUp.ts';
import { implement } from '../../implement.ts';
import { customerBoard, followUpTypeList, stageCustomers } from './customerBoard.ts';
import { orderBoard } from './orderBoard.ts';

export const followUpImplementation = implement(followUpRoutes, {
  types: (_, ctx) => followUpTypeList(ctx),
  board: customerBoard,
  stage: stageCustomers,
  orders: orderBoard,
});
