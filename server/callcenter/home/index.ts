import { homeRoutes } from '#contract/callcenter/home.ts';
import { implement } from '../../implement.ts';
import { bannersOf, salesFigures, showcasesOf } from './queries.ts';

export const homeImplementation = implement(homeRoutes, {
  banners: (_, ctx) => bannersOf(ctx),
  showcases: (_, ctx) => showcasesOf(ctx),
  figures: (_, ctx) => salesFigures(ctx),
});
