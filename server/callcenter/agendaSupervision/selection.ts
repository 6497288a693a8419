import { and, asc } from 'drizzle-orm';
import { MOST_AGENDA_ROWS } from '../../../contract/callcenter/agendaShapes.ts';
import type { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Input } from '../../../contract/route.ts';
import type { RowResults } from '../../../contract/sac/rowResults.ts';
import type { Context, Reading } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas } from '../../db/tables/index.ts';
import { invalid, Refusal, refused } from '../../errors.ts';
import { type LockedAgenda, lockAgenda } from '../agendas/commands.ts';
import { agendaCondition, openAgenda } from '../agendas/queries.ts';

type Selection = Pick<Input<typeof agendaSupervisionRoutes.removeMany>['body'], 'ids' | 'filtros'>;

/** The numbers that a bulk command means: those that it names, or the open ones that the filters find. */
export async function selectedIds(ctx: Reading, { ids, filtros }: Selection): Promise<number[]> {
  if (Boolean(ids) === Boolean(filtros)) throw invalid({ ids: 'Informe as agendas ou os filtros.' });
  if (ids) return [...ids].sort((a, b) => a - b);
  const rows = await ctx.db
    .select({ id: agendas.id })
    .from(agendas)
    .where(and(await agendaCondition(ctx, filtros ?? {}), openAgenda))
    .orderBy(asc(agendas.id))
    .limit(MOST_AGENDA_ROWS + 1);
  if (rows.length > MOST_AGENDA_ROWS)
    throw refused(
      'AGENDAS_DEMAIS',
      `Os filtros encontram mais de ${MOST_AGENDA_ROWS} agendas em aberto. Restrinja o período.`,
    );
  return rows.map(({ id }) => id);
}

/** One bad row never stops the rest. Locked in the order of their ids, so that no two commands wait for each other. */
export async function eachAgenda(
  tx: Tx,
  ctx: Context,
  wanted: readonly { id: number; versao?: number | undefined }[],
  change: (agenda: LockedAgenda) => Promise<void>,
): Promise<RowResults> {
  const sucesso: number[] = [];
  const falhas: RowResults['falhas'] = [];
  for (const each of [...wanted].sort((a, b) => a.id - b.id)) {
    try {
      await change(await lockAgenda(tx, ctx.user, each));
      sucesso.push(each.id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      falhas.push({ id: each.id, codigo: error.code, mensagem: error.message });
    }
  }
  return { processados: wanted.length, sucesso, falhas };
}
