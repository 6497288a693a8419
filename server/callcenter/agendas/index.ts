import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { implement } from '../../implement.ts';

export const agendaImplementation = implement(agendaRoutes, {});
