import { automationRoutes } from '../../../contract/callcenter/automations.ts';
import { implement } from '../../implement.ts';

export const automationImplementation = implement(automationRoutes, {});
