import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The screens of every record type, loaded when one is first opened. */
export const RecordScreens = lazyScreen(() => import('./RecordScreens.tsx'), 'RecordScreens');
