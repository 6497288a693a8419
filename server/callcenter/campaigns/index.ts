import { campaignRoutes } from '../../../contract/callcenter/campaigns.ts';
import { implement } from '../../implement.ts';
import { activeCampaigns, campaignSellers, listCampaigns, oneCampaign } from './read.ts';
import { countCampaign, createCampaign, updateCampaign } from './write.ts';

export const campaignImplementation = implement(campaignRoutes, {
  list: listCampaigns,
  active: activeCampaigns,
  sellers: campaignSellers,
  get: async ({ params }, ctx) => ({ data: await oneCampaign(params.idCampanha, ctx) }),
  create: createCampaign,
  update: updateCampaign,
  count: countCampaign,
});
