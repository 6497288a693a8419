import { defineRoutes } from '../route.ts';

export const customerPanelRoutes = defineRoutes({});
