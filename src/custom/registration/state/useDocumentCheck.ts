import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Area } from '../../../../contract/route.ts';
import { documentKind, normalizeDocument } from '../../../../contract/rules/documents.ts';
import { registrationRoutes } from '../../../../contract/sac/registration.ts';
import { call } from '../../../dataProvider/call.ts';
import { routeKey } from '../../../dataProvider/useRoute.ts';

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
