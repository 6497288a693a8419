import { defineRoutes } from '../route.ts';

export const campaignRoutes = defineRoutes({});
