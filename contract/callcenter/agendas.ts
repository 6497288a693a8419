import { defineRoutes } from '../route.ts';

export const agendaRoutes = defineRoutes({});
