import { defineRoutes } from '../route.ts';

export const serviceRecordRoutes = defineRoutes({});
