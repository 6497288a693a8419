import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { fetchDrawerGroups } from './useShellEntries.tsx';

/** Fetched with the entries that it shows, beside the first load. */
export const DrawerNav = lazyScreen(() => import('./DrawerNav.tsx'), 'DrawerNav');

/** Resolves when the drawer can be drawn whole. */
export const fetchDrawer = () => Promise.all([fetchDrawerGroups(), DrawerNav.preload()]);
