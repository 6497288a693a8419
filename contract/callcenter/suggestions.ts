import { defineRoutes } from '../route.ts';

export const suggestionRoutes = defineRoutes({});
