// To be written.
export function CampaignList() {
  return null;
}
