import { defineRoutes } from '../route.ts';

export const homeRoutes = defineRoutes({});
