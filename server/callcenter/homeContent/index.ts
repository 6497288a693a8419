import {
  BannerRecord,
  bannerRoutes,
  ShowcaseRecord,
  showcaseRoutes,
} from '../../../contract/callcenter/homeContent.ts';
import { simpleListOf } from '../../config/simpleRest.ts';
import { implement } from '../../implement.ts';
import { bannerImage, bannerList, createBanner, oneBanner, removeBanner, updateBanner } from './banners.ts';
import { createShowcase, oneShowcase, removeShowcase, showcaseList, updateShowcase } from './showcases.ts';

export const bannerImplementation = implement(bannerRoutes, {
  list: async ({ query }, ctx) =>
    simpleListOf(ctx, query, { name: 'banners', record: BannerRecord }, await bannerList(ctx)),
  get: ({ params }, ctx) => oneBanner(ctx, params.id),
  create: createBanner,
  update: updateBanner,
  remove: removeBanner,
  image: bannerImage,
});

export const showcaseImplementation = implement(showcaseRoutes, {
  list: async ({ query }, ctx) =>
    simpleListOf(ctx, query, { name: 'vitrines', record: ShowcaseRecord }, await showcaseList(ctx)),
  get: ({ params }, ctx) => oneShowcase(ctx, params.id),
  create: createShowcase,
  update: updateShowcase,
  remove: removeShowcase,
});
