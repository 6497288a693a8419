import { defineRoutes } from '../route.ts';

export const productRoutes = defineRoutes({});
