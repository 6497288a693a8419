import { and, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Input } from '../../../../contract/route.ts';
import { localDate, localTime } from '../../../../contract/rules/zonedTime.ts';
import type { ticketExportRoutes } from '../../../../contract/sac/ticketExport.ts';
import { sheetWriters } from '../../../adapters/spreadsheet/spreadsheet.ts';
import { audit } from '../../../audit.ts';
import type { Context } from '../../../context.ts';
import { tickets } from '../../../db/tables/index.ts';
import type { FileAnswer } from '../../../fileAnswer.ts';
import { ticketScope } from '../../../session/scope.ts';
import { zoneOf } from '../../../session/zoneOf.ts';
import { listCondition } from '../list/listCondition.ts';
import { orderOf } from '../list/listTickets.ts';
import { requireSelection } from '../list/selectedTickets.ts';
import { exportColumns, exportedRows } from './exportedRows.ts';

type Request = Input<typeof ticketExportRoutes.file>;

/**
 * All tickets of the selection that the person may see, as a file that flows while they are read. What leaves the
 * house is in the audit before its first byte is.
 */
export async function exportTickets({ body }: Request, ctx: Context): Promise<FileAnswer> {
  const { formato, orderBy, direction, ...selection } = requireSelection(body);
  const condition = (await conditionOf(selection, ctx)) ?? sql`false`;
  const total = await ctx.db.$count(tickets, condition);
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'tickets',
    entityId: formato,
    after: { linhas: total, formato, ...selection },
  });
  ctx.setHeader('X-Total-Linhas', String(total));
  const zone = await zoneOf(ctx.db, ctx.user);
  const { mime, write } = sheetWriters[formato];
  const columns = await exportColumns(ctx);
  const rows = exportedRows(
    ctx,
    { condition, ...orderOf({ orderBy, direction }), typeKeys: selection.filtros?.tipo },
    columns,
  );
  const now = ctx.now();
  const moment = `${localDate(now, zone)} ${localTime(now, zone).replace(':', 'h')}`;
  return {
    content: write({ name: 'Tickets', columns, rows, zone }),
    name: `tickets ${moment}.${formato}`,
    mime,
  };
}

/** Named ones are asked for in scope too: what is out of it is simply not there. */
async function conditionOf(
  { ids, filtros, excluidos = [] }: Pick<Request['body'], 'ids' | 'filtros' | 'excluidos'>,
  ctx: Context,
): Promise<SQL | undefined> {
  const chosen = ids
    ? and(ids.length > 0 ? inArray(tickets.id, ids) : sql`false`, ticketScope(ctx.user))
    : await listCondition(ctx, filtros ?? {});
  if (!chosen) return undefined;
  return excluidos.length > 0 ? and(chosen, notInArray(tickets.id, excluidos)) : chosen;
}
