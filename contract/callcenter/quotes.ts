import { defineRoutes } from '../route.ts';

export const quoteRoutes = defineRoutes({});
