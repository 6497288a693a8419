import { defineRoutes } from '../route.ts';

export const quoteEditingRoutes = defineRoutes({});
