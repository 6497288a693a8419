import { type ComponentType, lazy } from 'react';

/** A screen whose code is loaded when it is first shown: `lazyScreen(() => import('./X.tsx'), 'X')`. */
export const lazyScreen = <Name extends string, Props>(
  load: () => Promise<{ [K in Name]: ComponentType<Props> }>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
