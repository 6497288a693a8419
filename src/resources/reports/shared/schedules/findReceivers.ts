import { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { call } from '#data/call.ts';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';

/** The people who may receive reports, by name. */
export async function findReceivers(q: string, signal: AbortSignal): Promise<AsyncOption[]> {
  const people = await call(reportDeskRoutes.receivers, { query: q ? { q } : {} }, { signal });
  return people.map(({ id, nome }) => ({ value: id, label: nome }));
}
