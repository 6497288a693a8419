import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useRef } from 'react';
import type { Route } from '../../../../contract/route.ts';
import { attemptKeys } from '../../../dataProvider/attemptKeys.ts';
import { type CallInput, call } from '../../../dataProvider/call.ts';

type DoneRoute = Route & { response: { static: { data: { message: string } } } };

/** Sends a change of the costs, says what the server says, and shows the page anew. A repeat has the same key. */
export function useCostCommand<R extends DoneRoute>(route: R, onDone: () => void) {
  const notify = useNotify();
  const queries = useQueryClient();
  const keyOf = useRef(attemptKeys()).current;
  return async (input: CallInput<R>) => {
    const answer = (await call(route, input, { idempotencyKey: keyOf(input) })) as {
      data: { message: string };
    };
    notify(answer.data.message, { type: 'success' });
    onDone();
    void queries.invalidateQueries();
  };
}
