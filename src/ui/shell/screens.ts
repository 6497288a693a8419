import { createContext, useContext } from 'react';

/** Paths of the existing screens, so that no link leads to a missing page. */
export const ScreensContext = createContext<ReadonlySet<string>>(new Set());

export const useScreens = () => useContext(ScreensContext);

export { listPath } from '#contract/rules/listPath.ts';
