/** Where administrators write definitions: reports, forms, flows, panels and record types. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const StudioPage = lazyScreen(() => import('./StudioPage.tsx'), 'StudioPage');
export const DefinitionPage = lazyScreen(() => import('./DefinitionPage.tsx'), 'DefinitionPage');
