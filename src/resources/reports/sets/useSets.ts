import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ReportSet, reportDeskRoutes } from '../../../../contract/sac/reportDesk.ts';
import type { FilterValues } from '../../../custom/reportViewer/useReportRun.ts';
import { call } from '../../../dataProvider/call.ts';
import { routeKey, useRoute, useRouteCommand } from '../../../dataProvider/useRoute.ts';

export interface SetContent {
  nome: string;
  equipe: boolean;
  filtros: FilterValues;
}

/** The saved filters of a report, and what may be done with them. Each rejects with the server's refusal. */
export function useSets(idRelatorio: string) {
  const client = useQueryClient();
  const params = { idRelatorio };
  const creation = useRouteCommand(reportDeskRoutes.createSet);
  const { data, error, refetch } = useRoute(reportDeskRoutes.sets, { params });
  const changed = useCallback(
    () => client.invalidateQueries({ queryKey: routeKey(reportDeskRoutes.sets) }),
    [client],
  );
  return {
    sets: data ?? [],
    error,
    refetch,
    async create(content: SetContent): Promise<ReportSet> {
      const { data: made } = await creation.mutateAsync({ params, body: content });
      await changed();
      return made;
    },
    async update({ id, versao }: ReportSet, content: SetContent): Promise<ReportSet> {
      const input = { params: { idRelatorio, id }, body: { ...content, versao } };
      const { data: made } = await call(reportDeskRoutes.updateSet, input);
      await changed();
      return made;
    },
    async remove({ id }: ReportSet): Promise<void> {
      await call(reportDeskRoutes.removeSet, { params: { idRelatorio, id } });
      await changed();
    },
  };
}
