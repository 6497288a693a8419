/** Records (cadastros) of every type: lists, forms and imports. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const RecordScreens = lazyScreen(() => import('./RecordScreens.tsx'), 'RecordScreens');
