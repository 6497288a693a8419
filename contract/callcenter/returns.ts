import { defineRoutes } from '../route.ts';

export const returnRoutes = defineRoutes({});
