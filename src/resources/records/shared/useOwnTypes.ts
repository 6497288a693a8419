import { ownTypeRoutes } from '#contract/records/routes/ownTypes.ts';
import { useRoute } from '#data/useRoute.ts';

/** Milliseconds after which a navigation refetches the types, so that a newly published one appears in the drawer. */
const STALE_TIME = 30_000;

/** The company's own record types that the person may read. */
export const useOwnTypes = () => useRoute(ownTypeRoutes.list, {}, { staleTime: STALE_TIME });
