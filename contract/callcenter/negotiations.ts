import { defineRoutes } from '../route.ts';

export const negotiationRoutes = defineRoutes({});
