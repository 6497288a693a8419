import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallFailure } from '../../../dataProvider/failure.ts';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/shell/states/skeletons.tsx';

interface AnsweredProps<T> {
  query: UseQueryResult<T, CallFailure>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was asked for: on its way, failed with a way to ask again, or there. What was there stays when a repeat fails. */
export function Answered<T>({ query, skeleton = <ListSkeleton rows={5} />, children }: AnsweredProps<T>) {
  const { data, error, refetch } = query;
  const shown = data === undefined ? null : children(data);
  if (error)
    return (
      <ErrorState error={error} onRetry={() => void refetch()}>
        {shown}
      </ErrorState>
    );
  return shown ?? skeleton;
}
