import { conditionFields } from '#server/config/fields/queries.ts';
import type { Reading } from '#server/context.ts';
import { customers, stateOf } from '#server/db/tables/index.ts';
import {
  type AskedField,
  askedDay,
  askedFlag,
  askedMoment,
  askedReference,
  askedText,
} from '#server/paging/listConditions.ts';
import { groupIdOf, seesGroups } from '../groups.ts';

/** What the conditions of the customer list may ask about. What identifies a customer is not among it, and may be masked. */
export const customerConditionFields = async (ctx: Reading<'db' | 'user'>): Promise<AskedField[]> => [
  { ...askedText('uf', 'UF', stateOf(customers.address)), fonte: 'estados' },
  askedReference('regiao', 'Região', customers.regionId, 'regioes'),
  askedReference('representante', 'Representante', customers.representativeId, 'representantes'),
  askedReference('classificacao', 'Classificação', customers.classificationId, 'classificacoes'),
  ...(seesGroups(ctx.user) ? [askedReference('grupo', 'Grupo', groupIdOf(ctx.user), 'gruposClientes')] : []),
  askedFlag('prospect', 'Prospect', customers.prospect),
  askedFlag('bloqueado', 'Bloqueado', customers.blocked),
  askedFlag('naoContatar', 'Não contatar', customers.doNotContact),
  askedDay('dtUltComp', 'Última compra', customers.lastPurchaseOn),
  askedMoment('dtCriacao', 'Cadastrado em', customers.createdAt),
  ...(await conditionFields(ctx, 'cliente')),
];
