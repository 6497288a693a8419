import { bannerRoutes, showcaseRoutes } from '../../../contract/callcenter/homeContent.ts';
import { implement } from '../../implement.ts';
import { bannerImage } from './bannerImage.ts';
import { bannerList, createBanner, oneBanner, removeBanner, updateBanner } from './banners.ts';
import { createShowcase, oneShowcase, removeShowcase, showcaseList, updateShowcase } from './showcases.ts';

export const bannerImplementation = implement(bannerRoutes, {
  list: (_, ctx) => bannerList(ctx),
  get: async ({ params }, ctx) => ({ data: await oneBanner(ctx, params.id) }),
  create: createBanner,
  update: updateBanner,
  remove: removeBanner,
  image: bannerImage,
});

export const showcaseImplementation = implement(showcaseRoutes, {
  list: (_, ctx) => showcaseList(ctx),
  get: async ({ params }, ctx) => ({ data: await oneShowcase(ctx, params.id) }),
  create: createShowcase,
  update: updateShowcase,
  remove: removeShowcase,
});
