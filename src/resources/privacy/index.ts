/** What is kept about a person, for that person, and its erasure. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const HolderPage = lazyScreen(() => import('./HolderPage.tsx'), 'HolderPage');
export const PrivacyPage = lazyScreen(() => import('./PrivacyPage.tsx'), 'PrivacyPage');
