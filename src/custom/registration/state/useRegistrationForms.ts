import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Area } from '../../../../contract/route.ts';
import { registrationRoutes } from '../../../../contract/sac/registration.ts';
import { call } from '../../../dataProvider/call.ts';
import { routeKey } from '../../../dataProvider/useRoute.ts';
import type { RegistrationDraft } from './registrationDraft.ts';

/**
 * The steps with their forms. They stay as they were fetched until the server says that they changed: a form that
 * becomes another one under the hands of who writes is worse than an old one.
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
