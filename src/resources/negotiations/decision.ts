import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useRefresh } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { type Negotiation, negotiationRoutes } from '../../../contract/callcenter/negotiations.ts';
import { NEGOTIATION_CHANGED, personChannel } from '../../../contract/realtime.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import type { RowResults } from '../../../contract/sharedShapes.ts';
import { currentInitialLoad } from '../../dataProvider/session.ts';
import { routeKey, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { live } from '../../ui/live/live.ts';

/** The actions for requested prices. */
export type DecisionKind = 'autorizar' | 'negar' | 'cancelar' | 'ciente';

/** A decision waiting for the person's confirmation. */
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

/** The rows that currently allow the action. */
export const rowsFor = (kind: DecisionKind, rows: readonly Negotiation[]): Negotiation[] =>
  rows.filter(({ acoes }) => acoes[ALLOWED[kind]]);

export const rowName = ({ idPedido, produto }: Negotiation): string =>
  `${produto.descricao}, orçamento ${idPedido}`;

/** E.g. '1 preço' or '3 preços'. */
export const pricesText = (count: number): string => formatCount(count, 'preço', 'preços');

/** The person's input for the decision. */
export interface DecisionWords {
  motivo: string;
  /** For a single price: the authorised price, if different from the requested one. */
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

/** Carries out a decision. A toast confirms complete success; otherwise the results of the rows are kept for display. */
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

/** Refetches everything that shows negotiated prices, also when another person decided on the person's own ones. */
export function useNegotiationRefresh(): () => Promise<void> {
  const client = useQueryClient();
  const refreshList = useRefresh();
  const refresh = useCallback(async () => {
    refreshList();
    await client.invalidateQueries({ queryKey: routeKey(negotiationRoutes.details) });
  }, [client, refreshList]);
  const person = currentInitialLoad()?.colaborador.id;
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(person), {
      onEvent: ({ event }) => void (event === NEGOTIATION_CHANGED && refresh()),
      onMissed: () => void refresh(),
    });
  }, [person, refresh]);
  return refresh;
}
