import type { CatalogRow } from './catalog.ts';

export type CampaignSituation = 'ATIVA' | 'FUTURA' | 'ENCERRADA' | 'INATIVA';

/** Read from the period and from whether somebody stopped it. */
export const campaignSituation: readonly CatalogRow<CampaignSituation>[] = [
  { value: 'ATIVA', label: 'Em vigor', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'FUTURA', label: 'Ainda não começou', color: 'informacao', icon: 'Event' },
  { value: 'ENCERRADA', label: 'Encerrada', color: 'secundaria', icon: 'Archive' },
  { value: 'INATIVA', label: 'Parada', color: 'aviso', icon: 'Block' },
];
