import { createHash } from 'node:crypto';
import { Webhook } from '#contract/config/webhooks.ts';
import { webhooks } from '../db/tables/index.ts';
import { rowOf } from '../writing/row.ts';
import { oneWebhook } from './queries.ts';

export const webhookRow = rowOf(webhooks, {
  entity: 'webhooks',
  name: 'este webhook',
  words: {
    name: 'nome',
    url: ['url', 'endereco'],
    types: 'tipos',
    branchIds: 'filiais',
    withoutKeyId: 'semChave',
    personalData: 'dadosPessoais',
    active: 'ativo',
    offReason: 'motivo',
    previousUntil: 'anteriorAte',
  },
  // Secrets are left out, the author is that of the audit entry, and the state of the deliveries is not a user's change.
  leftOut: [
    'secret',
    'previousSecret',
    'createdById',
    'position',
    'mark',
    'failures',
    'failingSince',
    'restingUntil',
  ],
  read: { schema: Webhook, of: oneWebhook },
  // An address may carry a token in its path, so the log only has its origin and a hash that shows whether it changed.
  logged: (row) => ({
    ...row,
    url: `${new URL(row.url).origin} #${createHash('sha256').update(row.url).digest('hex').slice(0, 8)}`,
  }),
});
