import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StepRequirement } from '#contract/rules/flows/flow.ts';
import { type Problem, textsOf } from '#contract/rules/problem.ts';
import type { TicketConflict, TicketMoved, ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { type Ticket, ticketRoutes } from '#contract/sac/tickets.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { ticketWording } from '#data/session.ts';
import { routeKey, useCommand } from '#data/useRoute.ts';
import { isEqual } from '#src/lean/isEqual.ts';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { endIn } from '#ui/drafts/useDraftLife.ts';
import { type ServerDraft, useServerDraft } from '#ui/drafts/useServerDraft.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { stepForms } from '../steps/stepForms.ts';
import {
  type AskedMove,
  asksAnything,
  bodyOf,
  draftObject,
  emptyMove,
  isTouched,
  MOVE_ROUTES,
  MOVES,
  type MoveDraft,
  type MoveKind,
  type MovePlan,
  missingOf,
  savedMove,
} from './moveInput.ts';
import { openSteps, type Transition, takesStepData, transitionKey } from './transitions.ts';
import { asksFields, useStepFields } from './useStepFields.ts';

export interface OpenMove<Kind extends MoveKind = MoveKind> {
  kind: Kind;
  /** Key of a conditional transition that was explicitly chosen (`transitionKey`). */
  transition?: string;
}

export type AskedOpenMove = OpenMove<AskedMove>;

export const requirementOf = (ticket: Ticket): StepRequirement | null =>
  (ticket.etapas.find(({ situacao }) => situacao === 'ATUAL')?.exigencia ?? null) as StepRequirement | null;

/** The state of an open move. It refers to the ticket as the person saw it: any change meanwhile is answered with 409. */
export function useMoveSession(
  ticket: Ticket,
  { kind, transition: requested }: AskedOpenMove,
  onDone: (moved: TicketMoved['data']) => void,
) {
  const [seen, setSeen] = useState(ticket);
  const [picked, setPicked] = useState(requested ?? null);
  const [tried, setTried] = useState(false);
  const step = seen.etapaAtual.chave;
  const draft = useServerDraft<MoveDraft>(draftObject(ticket.id, kind), {
    empty: emptyMove(step),
    read: (content) => savedMove(content, step),
  });
  const requirement = requirementOf(seen);
  const Form = (kind === 'avancar' && requirement && stepForms[requirement]) || null;
  const calling = useMoveCall(kind, draft.send, (moved) => {
    draft.discard().catch(() => {});
    onDone(moved);
  });

  const planFor = (from: Ticket): MovePlan & { offered: Transition[] } => {
    const open = kind === 'avancar' ? openSteps(from, draft.value.facts) : [];
    const offered = offeredTransitions(open, requested, Form !== null);
    const transition = offered.find((each) => transitionKey(each) === picked) ?? soleTransition(offered);
    return {
      kind,
      draft: draft.value,
      transition,
      takesData: Form !== null && (!transition || takesStepData(transition)),
      asksFields: kind === 'avancar' && asksFields(from) && (!transition || takesStepData(transition)),
      offered,
    };
  };
  const plan = planFor(seen);
  const stepFields = useStepFields(seen, { active: plan.asksFields, answers: draft.value.fields });
  /** Why this can no longer be done to the ticket as it is now. It is not said of the person's own sending. */
  const obstacle =
    ticket.versao === seen.versao || calling.sending || calling.done
      ? null
      : obstacleTo(kind, seen, ticket, plan.transition, planFor(ticket).offered);
  const asks = asksAnything(plan, plan.offered.length, Form !== null);
  const { problems, onProblems } = useFormProblems();
  const missing = {
    ...missingOf(plan, plan.offered.length > 0),
    ...((plan.takesData || kind === 'reclassificar') && problems),
  };
  useUnsaved(isTouched(draft.value), draft.state.kind === 'saved', draft.state.kind !== 'failed');

  const submit = () => {
    setTried(true);
    const fields = plan.asksFields ? stepFields.judged() : {};
    if (obstacle === null && draft.life.end === null && Object.keys(missing).length === 0 && fields)
      void calling.send(ticket.id, bodyOf({ ...plan, draft: { ...draft.value, fields } }, seen.versao));
  };
  const applyAnyway = async () => {
    try {
      const { data: fresh } = await call(ticketRoutes.get, { params: { idTicket: ticket.id } });
      const obstacle = obstacleTo(kind, seen, fresh, plan.transition, planFor(fresh).offered);
      if (obstacle) return calling.refuse({ text: obstacle, fields: {}, requestId: undefined });
      setSeen(fresh);
      const next = planFor(fresh);
      const fields = next.asksFields ? stepFields.judged() : {};
      if (fields)
        void calling.send(ticket.id, bodyOf({ ...next, draft: { ...draft.value, fields } }, fresh.versao));
    } catch (error) {
      calling.refuse({ text: errorText(error), fields: {}, requestId: undefined });
    }
  };

  return {
    seen,
    plan,
    draft,
    Form,
    stepFields,
    asks,
    /** A plain confirmation needs no draft. */
    ready: !asks || draft.ready,
    calling,
    obstacle,
    missing: tried ? missing : {},
    choose: (transition: Transition) => setPicked(transitionKey(transition)),
    change: (part: Partial<MoveDraft>) => draft.change({ ...draft.value, ...part }),
    onProblems,
    submit,
    applyAnyway,
  };
}

/** What the step's form last reported, by field. */
function useFormProblems() {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const onProblems = useStableCallback((found: readonly Problem[]) => {
    const next = textsOf(found);
    if (!isEqual(next, problems)) setProblems(next);
  });
  return { problems, onProblems };
}

/** An explicitly chosen transition is the only one offered; the step's own button offers those that its work opens. */
function offeredTransitions(
  open: Transition[],
  requested: string | undefined,
  hasForm: boolean,
): Transition[] {
  if (requested) return open.filter((transition) => transitionKey(transition) === requested);
  if (hasForm) return open.filter(takesStepData);
  const standard = open.find(({ tipo }) => tipo === 'PADRAO');
  return standard ? [standard] : open;
}

const soleTransition = (transitions: Transition[]): Transition | null =>
  transitions.find(({ tipo }) => tipo === 'PADRAO') ??
  (transitions.length === 1 ? (transitions[0] ?? null) : null);

/** Why the input cannot be applied to the ticket's current state; `null` when it can. */
function obstacleTo(
  kind: AskedMove,
  seen: Ticket,
  fresh: Ticket,
  transition: Transition | null,
  offered: Transition[],
): string | null {
  if (kind === 'avancar' && fresh.etapaAtual.chave !== seen.etapaAtual.chave)
    return `O ticket já está na etapa '${fresh.etapaAtual.descricao}'. O que você preencheu era da etapa '${seen.etapaAtual.descricao}' e não serve mais para ela.`;
  if (!fresh.acoes[kind]) return ticketWording('Como o ticket está agora, esta ação não é mais possível.');
  if (transition && !offered.some((each) => transitionKey(each) === transitionKey(transition)))
    return `O caminho '${transition.rotulo}' não está mais aberto.`;
  return null;
}

export interface Refused {
  text: string;
  fields: Record<string, string>;
  requestId: string | undefined;
}

/** Sends a move, one submission at a time. Retrying the same body uses the same key, so nothing happens twice. */
function useMoveCall(
  kind: AskedMove,
  sendDraft: ServerDraft<MoveDraft>['send'],
  onDone: (moved: TicketMoved['data']) => void,
) {
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [conflict, setConflict] = useState<TicketConflict | null>(null);
  const [done, setDone] = useState(false);
  const running = useRef(false);
  const command = useCommand();
  const queries = useQueryClient();
  const refetch = useRefetch();

  const send = async (idTicket: number, body: Record<string, unknown>) => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    setRefused(null);
    setConflict(null);
    try {
      // `bodyOf` builds the body for its route; the type of `archive` represents them all.
      const route = MOVE_ROUTES[kind] as unknown as typeof ticketMoveRoutes.archive;
      const { data } = await sendDraft((options) => command(route, { params: { idTicket }, body }, options));
      setDone(true);
      // The page offers its next step only once it shows this one as done, so that no step is offered twice.
      await queries.invalidateQueries({ queryKey: routeKey(ticketRoutes.get, { params: { idTicket } }) });
      onDone(data);
      void refetch(route);
    } catch (error) {
      const current = ticketConflictOf(error);
      if (current) setConflict(current);
      // Otherwise DraftEnd says what became of it.
      else if (!endIn(error)) setRefused(refusalOf(error, ticketWording(MOVES[kind].failed)));
    } finally {
      running.current = false;
      setSending(false);
    }
  };

  return {
    send,
    sending,
    done,
    refused,
    conflict,
    refuse: setRefused,
    clearConflict: () => setConflict(null),
  };
}

/** The conflict details in a ticket's 409 response. */
export function ticketConflictOf(error: unknown): TicketConflict | null {
  if (!(error instanceof CallFailure) || error.status !== 409) return null;
  const { atual } = (error.body ?? {}) as { atual?: TicketConflict };
  return atual && Array.isArray(atual.mudancas) ? atual : null;
}

function refusalOf(error: unknown, fallback: string): Refused {
  if (!(error instanceof CallFailure)) return { text: fallback, fields: {}, requestId: undefined };
  const silent = error.status > 0 && !hasSentence(error.body);
  return {
    text: silent ? fallback : error.message,
    fields: error.fields,
    requestId: error.requestId,
  };
}

const hasSentence = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ['err', 'error', 'message'].some((key) => key in body);
