import { defineRoutes } from '../route.ts';

export const followUpRoutes = defineRoutes({});
