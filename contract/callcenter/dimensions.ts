import { defineRoutes } from '../route.ts';

export const dimensionRoutes = defineRoutes({});
