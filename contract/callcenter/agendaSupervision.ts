import { defineRoutes } from '../route.ts';

export const agendaSupervisionRoutes = defineRoutes({});
