import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import {
  missingPermission,
  type PanelDefinition,
  type PanelTabDefinition,
  panelGroups,
  withCustomTabs,
} from '#contract/rules/panel/panelDefinition.ts';
import { routeKey, useRoute } from '#data/useRoute.ts';
import { useOwnTypes } from '#src/resources/records/shared/useOwnTypes.ts';
import { useCan } from '#ui/shell/usePerson.ts';

/** The panel's customer: the header, the rail's counters and several tabs share this one response. */
export const usePanelCustomer = (idCli: number) =>
  useRoute(customerPanelRoutes.get, { params: { idCli } }, { staleTime: 15_000 });

/** After a write about a customer, refetches the header, the counters and the activity log. */
export function usePanelRefresh(idCli: number) {
  const queries = useQueryClient();
  return useCallback(() => {
    const input = { params: { idCli } };
    void queries.invalidateQueries({ queryKey: routeKey(customerPanelRoutes.get, input) });
    void queries.invalidateQueries({ queryKey: [...routeKey(customerPanelRoutes.activity), input] });
    void queries.invalidateQueries({ queryKey: routeKey(customerPanelRoutes.activity) });
  }, [queries, idCli]);
}

const NO_TYPES: [] = [];

/** The tabs that the person sees, in their groups. An administrator's change appears with the next customer opened. */
export function usePanelLayout() {
  const { can } = useCan();
  const query = useRoute(customerPanelRoutes.layout, {}, { staleTime: 60_000 });
  const own = useOwnTypes();
  const standard = query.data as Pick<PanelDefinition, 'grupos' | 'abas'> | undefined;
  // Waits for the types: a tab in the address that has not been loaded yet would be reported as missing.
  const types = own.data?.itens ?? (own.isPending ? undefined : NO_TYPES);
  const layout = useMemo(
    () => (standard && types ? withCustomTabs(standard, types) : undefined),
    [standard, types],
  );
  const groups = useMemo(() => (layout ? panelGroups(layout, can) : []), [layout, can]);
  const missingOf = useCallback((tab: PanelTabDefinition) => missingPermission(tab, can), [can]);
  return { ...query, layout, groups, missingOf };
}

export type PanelGroups = ReturnType<typeof usePanelLayout>['groups'];
