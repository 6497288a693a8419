import { defineRoutes } from '../route.ts';

export const goalRoutes = defineRoutes({});
