import { goalRoutes } from '../../../contract/callcenter/goals.ts';
import { implement } from '../../implement.ts';
import { goalTemplate } from './goalTemplate.ts';
import { importGoals } from './importGoals.ts';
import { listGoals } from './read.ts';
import { countGoals, createGoal, updateGoal } from './write.ts';

export const goalImplementation = implement(goalRoutes, {
  list: listGoals,
  create: createGoal,
  update: updateGoal,
  count: countGoals,
  template: async ({ query }, ctx) => goalTemplate(ctx, query.formato),
  importFile: importGoals,
});
