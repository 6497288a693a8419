import { defineRoutes } from '../route.ts';

export const orderRoutes = defineRoutes({});
