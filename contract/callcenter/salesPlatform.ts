import { defineRoutes } from '../route.ts';

export const salesPlatformRoutes = defineRoutes({});
