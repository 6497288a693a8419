import { defineRoutes } from '../route.ts';

export const paymentRoutes = defineRoutes({});
