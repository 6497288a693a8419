import { defineRoutes } from '../route.ts';

export const contactRoutes = defineRoutes({});
