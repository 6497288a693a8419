import { defineRoutes } from '../route.ts';

export const customerUpkeepRoutes = defineRoutes({});
