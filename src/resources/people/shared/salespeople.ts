import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { type LazyOptions, laterOptions } from '#ui/components/FilterBar/filters.ts';
import { namedOptions } from '#ui/components/FilterBar/namedOptions.ts';

/** Sellers as options for the filter with this key. */
export const sellerOptions = (key: string): LazyOptions =>
  laterOptions(key, salesLookupRoutes.sellerNames, {}, namedOptions);

export const representativeOptions = (key: string): LazyOptions =>
  laterOptions(key, lookupRoutes.representatives, {}, namedOptions);
