import { followUpBoardRoutes } from '../../../contract/callcenter/followUpBoards.ts';
import { implement } from '../../implement.ts';
import { boardList, oneBoard } from './read.ts';
import { createBoard, removeBoard, updateBoard } from './write.ts';

export const followUpBoardImplementation = implement(followUpBoardRoutes, {
  list: (_, ctx) => boardList(ctx.db),
  get: async ({ params }, ctx) => ({ data: await oneBoard(ctx.db, params.id) }),
  create: createBoard,
  update: updateBoard,
  remove: removeBoard,
});
