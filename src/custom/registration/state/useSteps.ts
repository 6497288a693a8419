import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { documentKind, normalizeDocument } from '#contract/rules/documents.ts';
import { isBlank } from '#contract/rules/draftReading.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { RegistrationData } from '#src/resources/customers/shared/useRegistration.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import type { ServerDraft } from '#ui/drafts/useServerDraft.ts';
import {
  FIRST_STEP,
  type FormStep,
  pickFormFields,
  type RegistrationDraft,
  sameContent,
  sliceOf,
  textAt,
  withSlice,
} from './registrationDraft.ts';
import { addressesChanged, withoutStaleCities } from './usePostalCodes.ts';

type Slice = Record<string, unknown>;
const NO_STEPS: FormStep[] = [];

interface Options {
  draft: ServerDraft<RegistrationDraft>;
  empty: RegistrationDraft;
  forms: { etapas: FormStep[]; contexto: Slice } | undefined;
}

/** The step-by-step input, and every operation that changes it. */
export function useSteps({ draft, empty, forms }: Options) {
  const { value } = draft;
  const steps = forms?.etapas ?? NO_STEPS;
  const contexto = forms?.contexto;
  const at = Math.max(
    0,
    steps.findIndex(({ etapa }) => etapa === value.step),
  );
  const step = steps[at];
  const [unlinked, setUnlinked] = useState(false);
  /**
   * A different document means a different customer, so data about the previous one is dropped. The document also
   * distinguishes a person from a company.
   */
  const withDocument = (now: RegistrationDraft, data: RegistrationData): RegistrationDraft => {
    const before = normalizeDocument(textAt(now.data, 'documento'));
    const documento = normalizeDocument(textAt(data, 'documento'));
    const same = documento === before || (before === '' && now.taken !== null);
    const tipo = tipoOf(documento, now.tipo);
    return same
      ? { ...now, tipo, data: { ...data, documento } }
      : { ...now, tipo, data: { ...empty.data, documento }, taken: null };
  };

  // Several responses may arrive between two renders; each must build on the state left by the previous one.
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const update = useStableCallback((change: (now: RegistrationDraft) => RegistrationDraft) => {
    const next = change(latest.current);
    if (next === latest.current) return;
    latest.current = next;
    draft.change(next);
  });

  const changeSlice = useStableCallback((slice: Slice) => {
    if (!step) return;
    update((now) => {
      const data = withoutStaleCities(now.data, withSlice(step, now.data, slice));
      if (step.etapa === FIRST_STEP) return withDocument(now, data);
      const broken = now.linked && addressesChanged(now.data, data);
      if (broken) setUnlinked(true);
      return { ...now, data, simulacao: isSimulation(data), linked: now.linked && !broken };
    });
  });

  return {
    steps,
    at,
    step,
    unlinked,
    latest,
    slice: useMemo(
      () => (step && contexto ? sliceOf(step, value.data, contexto) : undefined),
      [step, value.data, contexto],
    ),
    touched: !sameContent(value.data, empty.data),
    update,
    changeSlice,
    changeData: (change: (data: RegistrationData, now: RegistrationDraft) => RegistrationData) =>
      update((now) => ({ ...now, data: change(now.data, now) })),
    link: (linked: boolean, data: RegistrationData) => {
      setUnlinked(false);
      update((now) => ({ ...now, linked, data }));
    },
    switchTo: (tipo: RegistrationDraft['tipo']) =>
      update((now) => ({ ...now, tipo, data: { ...empty.data, documento: '' }, taken: null })),
    goTo: (index: number) => {
      const target = steps[index];
      if (!target) return;
      setUnlinked(false);
      update((now) => ({ ...now, step: target.etapa, furthest: Math.max(now.furthest, index) }));
    },
    /** Only the document remains, to be corrected (document 000, section 4). */
    reset: () =>
      update((now) => ({
        ...empty,
        tipo: now.tipo,
        data: { ...empty.data, documento: textAt(now.data, 'documento') },
      })),
    /** Fills in values from the tax authority or an earlier registration. */
    fill: (known: RegistrationData, replace = false): Filled['kept'] => {
      const { data, kept } = fillIn(latest.current.data, pickFormFields(steps, known), replace);
      update((now) => ({ ...now, data }));
      return kept;
    },
    /** Starts from an earlier registration. */
    begin: (known: RegistrationData, idCli: number) =>
      update((now) => {
        const data = { ...now.data, ...pickFormFields(steps, known) };
        const documento = normalizeDocument(textAt(data, 'documento'));
        return { ...now, tipo: tipoOf(documento, now.tipo), data: { ...data, documento }, taken: idCli };
      }),
  };
}

export type Steps = ReturnType<typeof useSteps>;

const isSimulation = ({ empresa }: RegistrationData) => isRecord(empresa) && empresa.simulacao === true;

const tipoOf = (documento: string, otherwise: RegistrationDraft['tipo']): RegistrationDraft['tipo'] => {
  const kind = documentKind(documento);
  return kind ? (kind === 'CPF' ? 'PF' : 'PJ') : otherwise;
};

interface Filled {
  data: RegistrationData;
  /** Paths that already held a different value, which was kept unless everything was to be replaced. */
  kept: string[];
}

/** Fills in known values. What a person typed is kept and reported in `kept`, unless `replace` is set. */
export function fillIn(data: RegistrationData, known: RegistrationData, replace = false): Filled {
  const keptFields: string[] = [];
  const merge = (before: unknown, given: unknown, path: string): unknown => {
    if (isBlank(given)) return before;
    if (isRecord(given) && (before === undefined || isRecord(before))) {
      const inner = Object.entries(given).map(
        ([key, value]) => [key, merge(before?.[key], value, path ? `${path}.${key}` : key)] as const,
      );
      return { ...before, ...Object.fromEntries(inner) };
    }
    if (isBlank(before) || replace || sameContent(before, given)) return given;
    keptFields.push(path);
    return before;
  };
  return { data: merge(data, known, '') as RegistrationData, kept: keptFields };
}
