import { customerPanelRoutes } from '../../../contract/callcenter/customerPanel.ts';
import { implement } from '../../implement.ts';

export const customerPanelImplementation = implement(customerPanelRoutes, {});
