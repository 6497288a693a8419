/** Customers who wait for a product. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const ProductWaitsPage = lazyScreen(() => import('./ProductWaitsPage.tsx'), 'ProductWaitsPage');
