import { ticketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import type { Reason } from '../../../../contract/rules/ticketType.ts';
import { ticketTypes } from '../../../db/tables/index.ts';
import { activeReasons, typesOf } from '../../../sac/ticketCatalog/queries.ts';
import { productReasonsOf } from '../../../sac/ticketCatalog/rules.ts';
import { isConsumer } from '../../../session/scope.ts';
import { currentFlows } from '../../flows/queries.ts';
import { filtered } from './inMemory.ts';
import { dependency, type OptionSourceRules } from './source.ts';

/** Types that the person may open; the value is the key, which a flow and a report name. */
export const ticketTypeSource: OptionSourceRules = async ({ db, user }, query) =>
  filtered(
    (await typesOf(db, user)).map(({ chave, desc }) => ({ valor: chave, rotulo: desc })),
    query,
  );

export const ticketStatusSource: OptionSourceRules = async (_, query) =>
  filtered(
    ticketStatus.map(({ value, label }) => ({ valor: value, rotulo: label })),
    query,
  );

/** Every level of the trees, each with the way to it; of one type when that is chosen. */
export const openingReasonSource: OptionSourceRules = async ({ db, user }, query) => {
  const type = dependency(query, 'tipo');
  const types = (await typesOf(db, user)).filter(
    ({ chave, id }) => !type || chave === type || String(id) === type,
  );
  return filtered(
    types.flatMap(({ motivos, desc }) => (motivos ? below(motivos.itens, type ? [] : [desc]) : [])),
    query,
  );
};

type Tree = Pick<Reason, 'id' | 'descricao'> & { subnivel?: { itens: Tree[] } | null | undefined };

const below = (reasons: readonly Tree[], trail: readonly string[]): FormOption[] =>
  reasons.flatMap(({ id, descricao, subnivel }) => [
    { valor: String(id), rotulo: descricao, ...(trail.length > 0 && { detalhe: trail.join(' › ') }) },
    ...below(subnivel?.itens ?? [], [...trail, descricao]),
  ]);

export const productReasonSource: OptionSourceRules = async ({ db }, query) =>
  filtered(
    productReasonsOf(await activeReasons(db, 'PRODUTO'), null).map(({ id, descricao }) => ({
      valor: String(id),
      rotulo: descricao,
    })),
    query,
  );

/** Steps by key, once each whichever flow has them; of the flow of one type when that is chosen. */
export const stepSource: OptionSourceRules = async ({ db, user }, query) => {
  if (isConsumer(user)) return [];
  const type = dependency(query, 'tipo');
  const flows = await currentFlows(db);
  const keys = type
    ? (
        await db
          .select({ id: ticketTypes.id, key: ticketTypes.key, flow: ticketTypes.flowKey })
          .from(ticketTypes)
      )
        .filter(({ id, key }) => key === type || String(id) === type)
        .map(({ flow }) => flow)
    : flows.map(({ key }) => key);
  const steps = flows
    .filter(({ key }) => keys.includes(key))
    .flatMap(({ flow }) => flow.etapas.map(({ chave, descricao }) => [chave, descricao] as const));
  return filtered(
    [...new Map(steps)].map(([valor, rotulo]) => ({ valor, rotulo })),
    query,
  );
};
