import { lazyScreen } from '#ui/shell/loadLater.tsx';

/** Banners and showcases, which are not in the first load. */
export const BannerStrip = lazyScreen(() => import('./BannerStrip.tsx'), 'BannerStrip');
export const Showcases = lazyScreen(() => import('./Showcases.tsx'), 'Showcases');
