import { salesPlatformRoutes } from '../../../contract/callcenter/salesPlatform.ts';
import { listParameters, restoreParameter, updateParameter } from '../../config/parameters/commands.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import { FIELD_SALES_PARAMETERS } from '../../config/parameters/rules.ts';
import { implement } from '../../implement.ts';

const GROUP = 'Força de vendas';

export const salesPlatformImplementation = implement(salesPlatformRoutes, {
  fieldSales: async (_, { db, user }) => {
    const [branch] = user.branchIds.length === 1 ? user.branchIds : [];
    const all: Record<string, unknown> = await serviceParameters(db, branch);
    return Object.fromEntries(Object.keys(FIELD_SALES_PARAMETERS).map((key) => [key, all[key]]));
  },
  list: (_, ctx) => listParameters(ctx, GROUP),
  update: (input, ctx) => updateParameter(input, ctx, GROUP),
  restore: (input, ctx) => restoreParameter(input, ctx, GROUP),
});
