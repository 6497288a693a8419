import { campaignRoutes } from '../../../contract/callcenter/campaigns.ts';
import { implement } from '../../implement.ts';

export const campaignImplementation = implement(campaignRoutes, {});
