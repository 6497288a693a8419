import { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import { implement } from '../../implement.ts';

export const agendaSupervisionImplementation = implement(agendaSupervisionRoutes, {});
