import { defineRoutes } from '../route.ts';

export const freightRoutes = defineRoutes({});
