import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Area } from '../../../../contract/route.ts';
import { documentKind, normalizeDocument } from '../../../../contract/rules/documents.ts';
import { isBlank } from '../../../../contract/rules/draftReading.ts';
import { registrationRoutes } from '../../../../contract/sac/registration.ts';
import { call } from '../../../dataProvider/call.ts';
import { routeKey } from '../../../dataProvider/useRoute.ts';
import { useStableCallback } from '../../../ui/components/useStableCallback.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import type { RegistrationData } from './registrationDraft.ts';

/** Whether the server lets a document be registered, asked as soon as the document is whole. */
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
    /** The answer for a document, however it is had. */
    ask: (document: string) => queries.fetchQuery(asking(area, normalizeDocument(document))),
  };
}

const asking = (area: Area, documento: string) => ({
  queryKey: [...routeKey(registrationRoutes.mayRegister, { params: { documento } }), area],
  queryFn: () => call(registrationRoutes.mayRegister, { params: { documento } }, { area }),
  retry: false,
  // Somebody else may register it meanwhile; the server asks once more when it is saved.
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
  /** The prospect that is completed, from the beginning. */
  asked: number | undefined;
  /** The first contact that the typed document belongs to. */
  ofDocument: number | undefined;
  /** Whose data was taken over already, in this visit or in the one that the draft is of. */
  taken: number | null;
  ready: boolean;
  begin: (known: RegistrationData, idCli: number) => void;
}

/** What an earlier simulation or first contact holds of a customer: 'dados.originalData'. */
export function useEarlier({ area, asked, ofDocument, taken, ready, begin }: Options) {
  const [chosen, setChosen] = useState<EarlierCustomer | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const source = asked ?? chosen?.value ?? ofDocument;

  const load = useStableCallback(async (id: number) => {
    setResult({ state: 'loading' });
    try {
      const known = await dataOf(area, id);
      // Another one was chosen meanwhile.
      if (id !== source) return;
      if (!known || isBlank(known)) return setResult({ state: 'unknown' });
      begin(known, id);
      setResult({ state: 'found' });
    } catch (error) {
      setResult({ state: 'failed', text: errorText(error) });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was taken is not asked for again, nor when it is let go
  useEffect(() => {
    if (!source) setResult(null);
    else if (ready && source !== taken) void load(source);
  }, [source, ready, load]);

  return {
    chosen,
    /** Told where the person asked for it; a document's own first contact comes along in silence. */
    result: result?.state === 'unknown' && !asked && !chosen ? null : result,
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
