import { defineRoutes } from '../route.ts';

export const salesLookupRoutes = defineRoutes({});
