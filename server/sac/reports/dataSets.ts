import { titleOf } from '#contract/map/paths.ts';
import type { Output } from '#contract/route.ts';
import type { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import type { Context } from '../../context.ts';
import { mapFor } from '../../map/queries.ts';

/** The entities of the map that the person's declarative queries may use, for the studio. */
export async function dataSets({ db, user }: Context): Promise<Output<typeof reportDeskRoutes.dataSets>> {
  const open = Object.entries(await mapFor(db, user)).filter(([, { fechada }]) => !fechada);
  return open.map(([nome, { descricao, campos, ...entity }]) => ({
    nome,
    titulo: titleOf(entity),
    descricao,
    campos: Object.entries(campos).map(([name, { titulo, tipo }]) => ({ nome: name, titulo, tipo })),
  }));
}
