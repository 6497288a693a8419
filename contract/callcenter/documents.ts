import { defineRoutes } from '../route.ts';

export const documentRoutes = defineRoutes({});
