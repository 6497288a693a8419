import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Area } from '#contract/route.ts';
import { documentKind, normalizeDocument } from '#contract/rules/documents.ts';
import { isBlank } from '#contract/rules/draftReading.ts';
import { registrationRoutes } from '#contract/sac/registration.ts';
import { call } from '#data/call.ts';
import { routeKey } from '#data/useRoute.ts';
import type { RegistrationData } from '#src/resources/customers/shared/useRegistration.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

/** Whether the server allows a document to be registered, checked as soon as the document is complete. */
export function useDocumentCheck(area: Area, typed: string) {
  const queries = useQueryClient();
  const documento = normalizeDocument(typed);
  const valid = documentKind(documento) !== null;
  const { data, error, isFetching, refetch } = useQuery({ ...asking(area, documento), enabled: valid });
  return {
    valid,
    answer: valid ? data : undefined,
    failure: valid ? error : null,
    checking: valid && isFetching,
    retry: () => void refetch(),
    /** Resolves to the result for a document, from the cache or the server. */
    ask: (document: string) => queries.fetchQuery(asking(area, normalizeDocument(document))),
  };
}

const asking = (area: Area, documento: string) => ({
  queryKey: [...routeKey(registrationRoutes.mayRegister, { params: { documento } }), area],
  queryFn: () => call(registrationRoutes.mayRegister, { params: { documento } }, { area }),
  retry: false,
  // Another user may register it meanwhile; the server checks again on saving.
  staleTime: 60_000,
});

interface EarlierCustomer {
  value: number;
  label: string;
}

type Result =
  | { state: 'loading' }
  | { state: 'found' }
  | { state: 'unknown' }
  | { state: 'failed'; text: string };

interface Options {
  area: Area;
  /** The prospect to be completed, given by the requesting screen. */
  requested: number | undefined;
  /** The first contact that the typed document belongs to. */
  ofDocument: number | undefined;
  /** The customer whose data has already been taken over, in this session or in the one that created the draft. */
  taken: number | null;
  ready: boolean;
  begin: (known: RegistrationData, idCli: number) => void;
}

/** Loads what an earlier simulation or first contact holds about a customer: 'dados.originalData'. */
export function useEarlier({ area, requested, ofDocument, taken, ready, begin }: Options) {
  const [chosen, setChosen] = useState<EarlierCustomer | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const source = requested ?? chosen?.value ?? ofDocument;

  const load = useStableCallback(async (id: number) => {
    setResult({ state: 'loading' });
    try {
      const foundData = await dataOf(area, id);
      // Another customer was chosen meanwhile.
      if (id !== source) return;
      if (!foundData || isBlank(foundData)) return setResult({ state: 'unknown' });
      begin(foundData, id);
      setResult({ state: 'found' });
    } catch (error) {
      setResult({ state: 'failed', text: errorText(error) });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an accepted value is not requested again, even after it is released
  useEffect(() => {
    if (!source) setResult(null);
    else if (ready && source !== taken) void load(source);
  }, [source, ready, load]);

  return {
    chosen,
    /** Reported only when the person asked for it; a first contact found through the document is taken over silently. */
    result: result?.state === 'unknown' && !requested && !chosen ? null : result,
    choose: setChosen,
    retry: () => {
      if (source) void load(source);
    },
  };
}

async function dataOf(area: Area, idCli: number): Promise<RegistrationData | null> {
  const answer =
    area === 'callcenter'
      ? await call(registrationRoutes.simulationCallcenter, { params: { idCli } })
      : await call(registrationRoutes.simulation, { query: { idCli } });
  return answer.dados.originalData;
}
