import { BoardRecord, followUpBoardRoutes } from '../../../contract/callcenter/followUpBoards.ts';
import { simpleListOf } from '../../config/simpleRest.ts';
import { implement } from '../../implement.ts';
import { boardList, createBoard, oneBoard, removeBoard, updateBoard } from './write.ts';

export const followUpBoardImplementation = implement(followUpBoardRoutes, {
  list: async ({ query }, ctx) =>
    simpleListOf(ctx, query, { name: 'quadros', record: BoardRecord }, await boardList(ctx.db)),
  get: ({ params }, ctx) => oneBoard(ctx.db, params.id),
  create: createBoard,
  update: updateBoard,
  remove: removeBoard,
});
