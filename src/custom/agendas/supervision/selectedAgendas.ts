import type { agendaSupervisionRoutes } from '../../../../contract/callcenter/agendaSupervision.ts';
import type { Input } from '../../../../contract/route.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import type { RowResults } from '../../../../contract/sac/rowResults.ts';

type Body = Input<typeof agendaSupervisionRoutes.removeMany>['body'];

interface Selection {
  ids?: number[];
  /** All open ones that the list's filters find. */
  filters?: NonNullable<Body['filtros']>;
}

export interface SelectedAgendas extends Selection {
  onDone: (results: RowResults) => void | Promise<void>;
  onClose: () => void;
}

export const selectionBody = ({ ids, filters }: Selection): Pick<Body, 'ids' | 'filtros'> =>
  ids ? { ids } : { filtros: filters ?? {} };

export const selectionText = ({ ids }: Selection): string => {
  if (!ids) return 'todas as agendas em aberto do filtro';
  return formatCount(ids.length, 'agenda', 'agendas');
};
