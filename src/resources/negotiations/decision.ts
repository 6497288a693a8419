import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useRefresh } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { type Negotiation, negotiationRoutes } from '../../../contract/callcenter/negotiations.ts';
import { NEGOTIATION_CHANGED, personChannel } from '../../../contract/realtime.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import type { RowResults } from '../../../contract/sharedShapes.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { routeKey, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { live } from '../../ui/live/live.ts';

/** What can be done with prices that were asked for. */
export type DecisionKind = 'autorizar' | 'negar' | 'cancelar' | 'ciente';

/** Asked, and waiting for the person's word. */
export interface Decision {
  kind: DecisionKind;
  rows: readonly Negotiation[];
}

const ALLOWED: Record<DecisionKind, keyof Negotiation['acoes']> = {
  autorizar: 'decidir',
  negar: 'decidir',
  cancelar: 'cancelar',
  ciente: 'estarCiente',
};

/** Those of the rows with which it can be done now. */
export const rowsFor = (kind: DecisionKind, rows: readonly Negotiation[]): Negotiation[] =>
  rows.filter(({ acoes }) => acoes[ALLOWED[kind]]);

export const rowName = ({ idPedido, produto }: Negotiation): string =>
  `${produto.descricao}, orçamento ${idPedido}`;

/** '1 preço', '3 preços'. */
export const pricesText = (count: number): string => formatCount(count, 'preço', 'preços');

/** What the person added to the decision. */
export interface DecisionWords {
  motivo: string;
  /** Of a single price: another one than was asked for. */
  preco?: string | undefined;
}

const DONE: Record<DecisionKind, [one: string, many: string]> = {
  autorizar: ['autorizado', 'autorizados'],
  negar: ['negado', 'negados'],
  cancelar: ['cancelado', 'cancelados'],
  ciente: ['marcado como lido', 'marcados como lidos'],
};

export const doneText = (kind: DecisionKind, count: number): string =>
  `${pricesText(count)} ${DONE[kind][count === 1 ? 0 : 1]}.`;

/** Carries a decision out. Where every row went well a toast says so; else the rows' own answers are kept to show. */
export function useDecide(onDone: () => Promise<void>) {
  const notify = useNotify();
  const [results, setResults] = useState<{ kind: DecisionKind; answer: RowResults } | null>(null);
  const authorize = useRouteCommand(negotiationRoutes.authorize);
  const deny = useRouteCommand(negotiationRoutes.deny);
  const cancel = useRouteCommand(negotiationRoutes.cancel);
  const seen = useRouteCommand(negotiationRoutes.seen);

  function send({ kind, rows }: Decision, { motivo, preco }: DecisionWords): Promise<RowResults> {
    const ids = rows.map(({ id }) => id);
    if (kind === 'negar') return deny.mutateAsync({ query: { ids, motivo } });
    if (kind === 'cancelar') return cancel.mutateAsync({ query: { ids } });
    if (kind === 'ciente') return seen.mutateAsync({ body: { ids } });
    const itens = rows.map(({ id, versao }) => ({ id, versao, ...(preco && { preco }) }));
    return authorize.mutateAsync({ body: { itens, motivo } });
  }

  async function run(decision: Decision, words: DecisionWords): Promise<void> {
    const answer = await send(decision, words);
    await onDone();
    if (answer.falhas.length === 0)
      notify(doneText(decision.kind, answer.sucesso.length), { type: 'success' });
    else setResults({ kind: decision.kind, answer });
  }

  return { run, results, closeResults: () => setResults(null) };
}

/** Asks again for whatever shows negotiated prices, also when somebody decided on the person's own ones. */
export function useNegotiationRefresh(): () => Promise<void> {
  const client = useQueryClient();
  const refreshList = useRefresh();
  const refresh = useCallback(async () => {
    refreshList();
    await client.invalidateQueries({ queryKey: routeKey(negotiationRoutes.details) });
  }, [client, refreshList]);
  const person = currentLoad()?.colaborador.id;
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(person), {
      onEvent: ({ event }) => void (event === NEGOTIATION_CHANGED && refresh()),
      onMissed: () => void refresh(),
    });
  }, [person, refresh]);
  return refresh;
}
