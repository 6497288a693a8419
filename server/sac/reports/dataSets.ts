import type { Output } from '../../../contract/route.ts';
import type { reportDeskRoutes } from '../../../contract/sac/reportDesk.ts';
import type { Context } from '../../context.ts';
import { DATA_SETS } from './dataSetFields.ts';
import { allDataSets } from './ownDataSets.ts';

/** What SQL finds in schema relatorio. */
export const VIEWS: ReadonlySet<string> = new Set(Object.keys(DATA_SETS));

/** What a declarative query of the person may speak of, for the studio. */
export async function dataSets({ db, user }: Context): Promise<Output<typeof reportDeskRoutes.dataSets>> {
  const sets = await allDataSets(db, user);
  return Object.entries(sets).map(([nome, { titulo, descricao, campos }]) => ({
    nome,
    titulo,
    descricao,
    campos: Object.entries(campos).map(([name, { titulo, tipo }]) => ({ nome: name, titulo, tipo })),
  }));
}
