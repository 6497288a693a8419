import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useRef, useState } from 'react';
import type { Area } from '#contract/route.ts';
import { registrationRoutes } from '#contract/sac/registration.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { routeKey } from '#data/useRoute.ts';
import type { RegistrationRequest } from '#src/resources/customers/shared/useRegistration.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { endIn } from '#ui/drafts/useDraftLife.ts';
import type { ServerDraft } from '#ui/drafts/useServerDraft.ts';
import type { SchemaFormHandle } from '#ui/schemaForm/SchemaForm.tsx';
import type { TypedTexts } from '#ui/schemaForm/store/FormFields.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import type { Registered } from '../RegistrationFrame.tsx';
import {
  FIRST_STEP,
  type FormStep,
  type RegistrationDraft,
  textAt,
  textsByStep,
} from './registrationDraft.ts';
import { useDocumentCheck, useEarlier } from './useDocumentCheck.ts';
import { usePostalCodes, withFoundAddress, withSameAddress } from './usePostalCodes.ts';
import { type Steps, useSteps } from './useSteps.ts';
import { useSubmission } from './useSubmission.ts';
import { type TaxImport, useTaxImport } from './useTaxImport.ts';

type FormHandle = SchemaFormHandle<Record<string, unknown>>;

interface Options {
  request: RegistrationRequest;
  draft: ServerDraft<RegistrationDraft>;
  empty: RegistrationDraft;
  onRegistered: (registered: Registered) => void;
}

/** A step's schema was republished while it was being filled in (409). */
const REPUBLISHED =
  'As regras do cadastro mudaram enquanto você preenchia. O que você informou continua aqui: confira cada passo e finalize de novo.';

/** The state of an open registration, and every operation available to its parts. */
export function useWizardSession({ request, draft, empty, onRegistered }: Options) {
  const { area } = request;
  const forms = useRegistrationForms(area, draft.value);
  const form = useRef<FormHandle>(null);
  /** The requested step when the current step's form was not mounted yet; navigation continues as soon as it is. */
  const wanted = useRef<number>(null);
  const takeForm = useStableCallback((handle: FormHandle | null) => {
    form.current = handle;
    const to = wanted.current;
    if (!handle || to === null) return;
    wanted.current = null;
    queueMicrotask(() => void leave(to));
  });
  const state = useSteps({ draft, empty, forms: forms.data });
  const { steps, at, step, latest } = state;
  const documento = textAt(draft.value.data, 'documento');
  const [texts] = useState(() => new Map<string, TypedTexts>());
  const check = useDocumentCheck(area, documento);
  const postalCodes = usePostalCodes({
    data: draft.value.data,
    onFound: (key, found) =>
      state.changeData((data, { linked }) => {
        const next = withFoundAddress(data, key, found);
        return linked ? withSameAddress(next) : next;
      }),
  });
  const taxImport = useTaxImport(area, state, () => postalCodes.known(latest.current.data));
  const ofDocument = check.answer?.message ? check.answer.idCli : undefined;
  const earlier = useEarlier({
    area,
    // For a ticket's consumer there is no data besides the ticket's.
    requested: request.idTicket ? undefined : request.idCli,
    ofDocument,
    taken: draft.value.taken,
    ready: forms.data !== undefined && at === 0,
    begin: (known, idCli) => {
      state.begin(known, idCli);
      postalCodes.known(latest.current.data);
    },
  });
  const idCli = request.idCli ?? draft.value.taken ?? ofDocument;
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<Record<string, Record<string, string>>>({});
  const [checking, setChecking] = useState(false);

  const onFailed = async (error: unknown) => {
    // DraftEnd says what became of it.
    if (endIn(error)) return;
    const fields = error instanceof CallFailure ? error.fields : {};
    const texts = textsByStep(fields, steps);
    const first = steps.findIndex(({ etapa }) => texts[etapa]);
    setRefused(texts);
    if (isRepublished(error)) {
      await forms.refetch();
      setFailure(REPUBLISHED);
      state.goTo(1);
    } else {
      setFailure(errorText(error));
      if (first >= 0) state.goTo(first);
    }
  };
  const submission = useSubmission({ request, idCli, sendDraft: draft.send, onDone: onRegistered, onFailed });

  /** Flushes pending input and returns whether the step is valid. */
  const settled = () => {
    form.current?.flush();
    return form.current?.validate() ?? false;
  };
  const mayGoOn = async (current: FormStep) => {
    if (current.etapa !== FIRST_STEP) return true;
    setChecking(true);
    try {
      const answer = await check.ask(textAt(latest.current.data, 'documento'));
      return !answer.error || (answer.idCli !== undefined && answer.idCli === idCli);
    } catch {
      // The step itself shows the failure and offers a retry.
      return false;
    } finally {
      setChecking(false);
    }
  };
  const leave = async (to: number) => {
    if (!step || checking || submission.busy) return;
    if (!form.current) {
      wanted.current = to;
      return;
    }
    if (!settled()) return;
    if (!(await mayGoOn(step))) return;
    setFailure(null);
    setRefused(({ [step.etapa]: _, ...others }) => others);
    taxImport.settle();
    if (to < steps.length) state.goTo(to);
    else await submission.submit(steps, latest.current.data);
  };

  const wizard: Wizard = {
    ...state,
    request,
    draft: draft.value,
    idCli,
    check,
    taxImport,
    earlier,
    postalCodes,
  };
  return {
    ...state,
    wizard,
    forms,
    takeForm,
    /** Invalid input typed into a step, kept per document because a different document means a different customer. */
    textsOf: (etapa: string): TypedTexts => {
      const name = `${documento} ${etapa}`;
      const textsOfName = texts.get(name) ?? new Map();
      texts.set(name, textsOfName);
      return textsOfName;
    },
    failure,
    forgetFailure: () => setFailure(null),
    refused,
    submission,
    busy: checking || submission.busy,
    advance: useStableCallback(() => void leave(at + 1)),
    submitAnyway: () => void submission.submitAnyway(steps, latest.current.data),
    /** Goes back immediately, but forward only when the current step is valid. */
    goTo: (index: number) => {
      if (index > at) return void leave(index);
      wanted.current = null;
      form.current?.flush();
      setFailure(null);
      state.goTo(index);
    },
    restart: () => {
      wanted.current = null;
      texts.clear();
      taxImport.forget();
      setFailure(null);
      setRefused({});
      state.reset();
    },
  };
}

export type WizardSession = ReturnType<typeof useWizardSession>;

const isRepublished = (error: unknown) =>
  error instanceof CallFailure && error.status === 409 && Object.keys(error.fields).length === 0;

/**
 * The steps with their forms. They are not refetched until the server reports that they changed: a form that changes while it
 * is being filled in is worse than an outdated one.
 */
export function useRegistrationForms(area: Area, { tipo, simulacao }: RegistrationDraft) {
  const query = { tipo, ...(simulacao && { simulacao }) };
  return useQuery({
    queryKey: [...routeKey(registrationRoutes.forms, { query }), area],
    queryFn: ({ signal }) => call(registrationRoutes.forms, { query }, { area, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

/** The state shared by the parts of an open registration. */
interface Wizard extends Pick<Steps, 'steps' | 'switchTo' | 'link' | 'unlinked'> {
  request: RegistrationRequest;
  draft: RegistrationDraft;
  /** The prospect to be completed, however it was identified. */
  idCli: number | undefined;
  check: ReturnType<typeof useDocumentCheck>;
  taxImport: TaxImport;
  earlier: ReturnType<typeof useEarlier>;
  postalCodes: ReturnType<typeof usePostalCodes>;
}

export const WizardContext = createContext<Wizard | null>(null);

export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error('outside of the registration');
  return wizard;
}
