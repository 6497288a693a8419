/** The parameters of the installation, those of field sales, and what is loaded at sign-in. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const InitialLoadPage = lazyScreen(() => import('./ParameterPages.tsx'), 'InitialLoadPage');
export const FieldSalesPage = lazyScreen(() => import('./ParameterPages.tsx'), 'FieldSalesPage');
export const ParametersPage = lazyScreen(() => import('./ParameterPages.tsx'), 'ParametersPage');
