import { BoardRecord, followUpBoardRoutes } from '#contract/callcenter/agendas/followUpBoards.ts';
import { simpleListOf } from '../../config/simpleRest.ts';
import { implement } from '../../implement.ts';
import { command } from '../../writing/command.ts';
import { deleteBoard, writeBoard, writeNewBoard } from './commands.ts';
import { boardList, oneBoard } from './queries.ts';

export const followUpBoardImplementation = implement(followUpBoardRoutes, {
  list: async ({ query }, ctx) =>
    simpleListOf(ctx, query, { name: 'quadros', record: BoardRecord }, await boardList(ctx.db)),
  get: ({ params }, ctx) => oneBoard(ctx.db, params.id),
  create: command(followUpBoardRoutes.create, writeNewBoard),
  update: command(followUpBoardRoutes.update, writeBoard),
  remove: command(followUpBoardRoutes.remove, deleteBoard),
});
