import { defineRoutes } from '../route.ts';

export const currentAccountRoutes = defineRoutes({});
