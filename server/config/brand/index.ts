import { brandRoutes } from '#contract/config/brand.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { brandOf } from './queries.ts';

export const brandImplementation = implement(brandRoutes, {
  async brand({ query }, ctx) {
    const brand = await brandOf(ctx, query.filial);
    if (!brand) throw notFound();
    return { data: brand };
  },
});
