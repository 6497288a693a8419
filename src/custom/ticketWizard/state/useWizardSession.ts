import { useMemo, useReducer, useState } from 'react';
import type { WizardStepKey, WizardStepRow } from '#contract/catalogs/wizardStep.ts';
import { totalBytes } from '#contract/rules/files.ts';
import { formatCount } from '#contract/rules/format.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { listText } from '#contract/rules/text.ts';
import {
  allFiles,
  draftFiles,
  type TicketDraft,
  ticketInputOf,
} from '#contract/rules/tickets/ticketDraft.ts';
import {
  type WizardContext as RuleContext,
  stepProblems,
  type WizardLimits,
  wizardStations,
  wizardSteps,
} from '#contract/rules/tickets/ticketWizard.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { TicketMenu } from '#contract/sac/tickets/ticketCatalog.ts';
import { typeOf } from '#src/resources/tickets/shared/draft/draftTransitions.ts';
import { useUploadGate } from '#src/resources/tickets/shared/draft/itemsChoice.ts';
import { itemContextOf, pastedCount } from '#src/resources/tickets/shared/draft/itemTransitions.ts';
import type { WizardPerson } from '#src/resources/tickets/shared/draft/wizardPerson.ts';
import { uploadObstacle } from '#ui/components/files/fileRules.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { asksNothing, blockedText, stepOfRefusal, withSeen } from './stepState.ts';
import type { Wizard } from './wizardContext.ts';

interface SessionStart {
  draft: TicketDraft;
  /** Whether the draft is resumed rather than empty. */
  restored: boolean;
  /** Whether its customer needs no further look (`asksNothing`). */
  customerKnown: boolean;
}

interface Options {
  start: SessionStart;
  menus: readonly TicketMenu[];
  origins: Wizard['origins'];
  person: WizardPerson;
  limits: WizardLimits;
  firstStep: (draft: TicketDraft) => WizardStepKey;
  send: (draft: TicketDraft) => void;
}

/** A change that needs the person's consent because it would discard something. */
interface RequestedChange {
  change: (draft: TicketDraft) => TicketDraft;
  lost: string;
}

/** The state of an open wizard, and every operation available to its parts. */
export function useWizardSession({ start, menus, origins, person, limits, firstStep, send }: Options) {
  const given = { menus, person, limits };
  /** The steps from a station on that would ask nothing, and the one after them. */
  const stationFrom = (draft: TicketDraft, from: number) => {
    const rules = ruleContext(draft, given);
    const input = ticketInputOf(draft);
    const choices = {
      draft,
      type: typeOf(draft, menus),
      types: menus.find(({ chave }) => chave === draft.menu?.chave)?.tipos.length ?? 0,
      customerKnown: start.customerKnown,
    };
    const stations = wizardStations(input, rules).map(({ value }) => value);
    const rest = stations.slice(from);
    const at = rest.findIndex(
      (value) => !asksNothing(value, choices) || stepProblems(value, input, rules).length > 0,
    );
    return { step: rest[at] ?? 'CONFIRMACAO', passed: rest.slice(0, Math.max(at, 0)) };
  };
  const [state, dispatch] = useReducer(wizardReducer, start, ({ draft, restored }): WizardState => {
    const { step, passed } = restored ? { step: firstStep(draft), passed: [] } : stationFrom(draft, 0);
    return {
      draft: withSeen(restored ? draft : { ...draft, passosVistos: [] }, ...passed, step),
      step,
      touched: restored,
      shown: false,
      refused: {},
    };
  });
  const [requested, setRequested] = useState<RequestedChange | null>(null);
  const [itemsOpen, setItemsOpen] = useState(false);
  const uploads = useUploadGate();
  const { draft, step } = state;

  const rules = useMemo(() => ruleContext(draft, { menus, person, limits }), [draft, menus, person, limits]);
  const type = useMemo(() => typeOf(draft, menus), [draft, menus]);
  const steps = wizardStations(ticketInputOf(draft), rules);
  const folded = wizardSteps(type).filter((row) => !steps.includes(row));
  const problemsOf = (at: WizardStepKey) => stepProblems(at, ticketInputOf(draft), rules);
  const problems = problemsOf(step);
  const texts: Record<string, string> = state.shown ? textsOf(problems) : {};
  const blocked = blockedText(problems[0], draft) ?? uploadObstacle(uploads, limits.maxBytes);
  const at = steps.findIndex(({ value }) => value === step);

  const change: Wizard['change'] = useStableCallback((next) => dispatch({ type: 'changed', change: next }));
  const canGoTo = (to: WizardStepKey) => {
    const target = steps.findIndex(({ value }) => value === to);
    return (
      target >= 0 &&
      uploads.going === 0 &&
      steps.slice(0, target).every(({ value }) => problemsOf(value).length === 0)
    );
  };
  const goTo = (to: WizardStepKey) => canGoTo(to) && dispatch({ type: 'wentTo', step: to });

  const wizard: Wizard = {
    draft,
    type,
    menus,
    origins,
    person,
    limits,
    rules,
    today: rules.today,
    steps,
    folded,
    step,
    problems,
    blocked,
    textAt: (field) => state.refused[field] ?? texts[field],
    refused: state.refused,
    change,
    changeWithConfirmation: useStableCallback((next) => {
      const lost = losses(draft, next(draft));
      if (lost) setRequested({ change: next, lost });
      else change(next);
    }),
    goTo: useStableCallback(goTo),
    canGoTo,
    advance: useStableCallback(() => {
      const next = steps[at + 1];
      if (blocked !== null) dispatch({ type: 'triedToGoOn' });
      else if (next) {
        const { step: to, passed } = stationFrom(draft, at + 1);
        if (canGoTo(to)) dispatch({ type: 'wentTo', step: to, passed });
      } else send(draft);
    }),
    back: useStableCallback(() => {
      const before = steps[at - 1];
      if (before) goTo(before.value);
    }),
    openItems: useStableCallback(() => setItemsOpen(true)),
    uploads,
    bytes: totalBytes(draftFiles(draft)),
    chooseCustomer: useStableCallback(() => goTo('CLIENTE')),
  };

  return {
    wizard,
    touched: state.touched,
    itemsOpen,
    closeItems: () => setItemsOpen(false),
    requested,
    answerRequested: (agreed: boolean) => {
      if (agreed && requested) change(requested.change);
      setRequested(null);
    },
    replace: (next: TicketDraft) => dispatch({ type: 'replaced', draft: next, step: firstStep(next) }),
    /** Goes to the step with the first refused field, and shows each message at its field. */
    refuse: useStableCallback((fields: Record<string, string>) =>
      dispatch({ type: 'refused', fields, step: stationOf(stepOfRefusal(fields, wizardSteps(type)), steps) }),
    ),
  };
}

/** A folded step is answered on the confirmation. */
const stationOf = (step: WizardStepKey | null, stations: readonly WizardStepRow[]): WizardStepKey | null =>
  step === null || stations.some(({ value }) => value === step) ? step : 'CONFIRMACAO';

type Given = Pick<Options, 'menus' | 'person' | 'limits'>;

/** What the contract's rules need in addition to a draft's answers. */
export function ruleContext(draft: TicketDraft, { menus, person, limits }: Given): RuleContext {
  const type = typeOf(draft, menus);
  return {
    type,
    consumer: person.consumer,
    today: localDate(Date.now(), person.zoneOf(draft.filial?.idFil)),
    maxItems: limits.maxItems,
    maxBytes: limits.maxBytes,
    itemContext: itemContextOf(draft.itens, type?.motivosProdutos ?? []),
  };
}

export interface WizardState {
  draft: TicketDraft;
  step: WizardStepKey;
  /** Whether anything has been entered since the beginning; if so, closing asks first and the draft is saved. */
  touched: boolean;
  /** Whether a step's problems are shown at its fields, because the person tried to continue. */
  shown: boolean;
  /** The server's errors by field, each shown until its answer changes. */
  refused: Readonly<Record<string, string>>;
}

type WizardEvent =
  | { type: 'changed'; change: (draft: TicketDraft) => TicketDraft }
  | { type: 'replaced'; draft: TicketDraft; step: WizardStepKey }
  /** `passed` are steps that asked nothing. */
  | { type: 'wentTo'; step: WizardStepKey; passed?: readonly WizardStepKey[] }
  | { type: 'triedToGoOn' }
  | { type: 'refused'; fields: Readonly<Record<string, string>>; step: WizardStepKey | null };

export function wizardReducer(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'changed': {
      const draft = event.change(state.draft);
      if (draft === state.draft) return state;
      return {
        ...state,
        draft: withSeen(draft, state.step),
        touched: true,
        refused: stillRefused(state, draft),
      };
    }
    case 'replaced':
      return {
        draft: withSeen(event.draft, event.step),
        step: event.step,
        touched: true,
        shown: false,
        refused: {},
      };
    case 'wentTo':
      return {
        ...state,
        draft: withSeen(state.draft, ...(event.passed ?? []), event.step),
        step: event.step,
        shown: false,
      };
    case 'triedToGoOn':
      return { ...state, shown: true };
    case 'refused':
      return { ...state, refused: event.fields, step: event.step ?? state.step, shown: true };
  }
}

/** The draft's key for the first part of a wire field's path, where the two differ. */
const KEYS: Record<string, keyof TicketDraft> = {
  idTipo: 'tipo',
  idCli: 'cliente',
  idFil: 'filial',
  transportadora_id: 'transportadora',
  representante_id: 'representante',
};

function stillRefused({ draft: before, refused }: WizardState, after: TicketDraft) {
  const keptRefusals = Object.entries(refused).filter(([field]) => {
    const first = field.split('.')[0] ?? '';
    if (first === 'responsavel_prorrogacao_id')
      return before.transportadora === after.transportadora && before.representante === after.representante;
    const key = KEYS[first] ?? (first as keyof TicketDraft);
    return before[key] === after[key];
  });
  return Object.fromEntries(keptRefusals);
}

/** Lists what a change would discard: '2 notas fiscais e 3 itens'. Empty when nothing that took work to enter is lost. */
export function losses(before: TicketDraft, after: TicketDraft): string {
  const lost = (count: (draft: TicketDraft) => number) => Math.max(0, count(before) - count(after));
  const counts: [number, string, string][] = [
    [lost(({ notas }) => notas.length), 'nota fiscal', 'notas fiscais'],
    [lost(({ itens }) => itens.length), 'item', 'itens'],
    [lost(({ itensAvulsos }) => itensAvulsos.length), 'item avulso', 'itens avulsos'],
    [lost(pastedCount), 'linha colada', 'linhas coladas'],
    [lost((draft) => allFiles(draft).length), 'foto', 'fotos'],
    [lost(({ mensagem }) => (mensagem.trim() ? 1 : 0)), 'mensagem', 'mensagens'],
  ];
  const texts = counts.flatMap(([count, one, many]) => (count > 0 ? [formatCount(count, one, many)] : []));
  return listText(texts);
}
