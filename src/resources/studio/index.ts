import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The studio; loaded when first opened. */
export const StudioPage = lazyScreen(() => import('./StudioPage.tsx'), 'StudioPage');
export const DefinitionPage = lazyScreen(() => import('./DefinitionPage.tsx'), 'DefinitionPage');
