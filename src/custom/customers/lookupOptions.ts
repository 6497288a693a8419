import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import type { LaterOptions } from '../../ui/components/FilterBar/filters.ts';
import { laterOptions } from '../../ui/components/FilterBar/laterOptions.ts';

/** People and things by name, as choices. */
export const namedOptions = (rows: readonly { id: number; nome: string }[]) =>
  rows.map(({ id, nome }) => ({ value: `${id}`, label: nome }));

export const describedOptions = (rows: readonly { id: number; desc: string }[]) =>
  rows.map(({ id, desc }) => ({ value: `${id}`, label: desc }));

/** Whoever sells, for the filter of this name. */
export const sellerOptions = (key: string): LaterOptions =>
  laterOptions(key, salesLookupRoutes.sellerNames, {}, namedOptions);

export const representativeOptions = (key: string): LaterOptions =>
  laterOptions(key, lookupRoutes.representatives, {}, namedOptions);
