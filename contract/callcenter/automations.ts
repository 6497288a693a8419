import { defineRoutes } from '../route.ts';

export const automationRoutes = defineRoutes({});
