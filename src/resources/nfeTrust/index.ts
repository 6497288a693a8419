/** The authorities by whose certificates the company judges who signed an NF-e. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const NfeTrustPage = lazyScreen(() => import('./NfeTrustPage.tsx'), 'NfeTrustPage');
