import type { Webhook, WebhookDelivery } from '../../../contract/config/webhooks.ts';

export const STATE_WORDS: Readonly<Record<WebhookDelivery['situacao'], string>> = {
  PENDENTE: 'Pendente',
  ENTREGUE: 'Entregue',
  DESISTIU: 'Desistiu',
};

/** How an address stands, in two words. */
export function situationOf({ ativo, motivo, falhandoDesde }: Webhook): string {
  if (!ativo) return motivo ? 'Desligado por falhas' : 'Desligado';
  return falhandoDesde ? 'Falhando' : 'Ligado';
}

/** The deliveries of one address, in the list of all. */
export const deliveriesOf = (id: number): string =>
  `/entregas?filter=${encodeURIComponent(JSON.stringify({ webhook: id }))}`;
