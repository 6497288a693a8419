import { defineRoutes } from '../route.ts';

export const deliveryAddressRoutes = defineRoutes({});
