import type { ListSums } from '#contract/listSums.ts';
import type { recordRoutes } from '#contract/records/routes/records.ts';
import type { Input } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import { sumsOf } from '../../paging/listSums.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { requireRecords } from '../access.ts';
import { mappedType } from '../custom/queries.ts';
import { listCondition } from './listRecords.ts';
import { recordGroupings, recordSums } from './recordGroupings.ts';

/** Sums and groups of the records that the filters find. */
export async function recordListSums(
  { params, query: { agrupar_por, ...filters } }: Input<typeof recordRoutes.sums>,
  ctx: Context,
): Promise<ListSums> {
  const mapped = await mappedType(ctx.db, params.chave);
  requireRecords(ctx.user, mapped.type, 'ler');
  const zone = await zoneOf(ctx.db, ctx.user);
  return sumsOf(
    ctx.db,
    {
      table: mapped.mapping.table,
      where: await listCondition(ctx, mapped, filters),
      sums: recordSums(mapped, ctx.user),
      groupings: recordGroupings(mapped, ctx.user, zone),
    },
    { agrupar_por, no_grupo: filters.no_grupo },
  );
}
