import type { Output } from '../../../contract/route.ts';
import type { reportDeskRoutes } from '../../../contract/sac/reportDesk.ts';
import { DATA_SETS } from './dataSetFields.ts';

/** What SQL finds in schema relatorio. */
export const VIEWS: ReadonlySet<string> = new Set(Object.keys(DATA_SETS));

/** What a declarative query may speak of, for the studio. */
export const dataSets = (): Output<typeof reportDeskRoutes.dataSets> =>
  Object.entries(DATA_SETS).map(([nome, { titulo, descricao, campos }]) => ({
    nome,
    titulo,
    descricao,
    campos: Object.entries(campos).map(([name, field]) => ({ nome: name, ...field })),
  }));
