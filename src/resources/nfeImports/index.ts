/** Invoices and customers from the XML files that the tax authority authorised. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const NfeImportPage = lazyScreen(() => import('./NfeImportPage.tsx'), 'NfeImportPage');
