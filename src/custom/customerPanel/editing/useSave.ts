import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { Output, Route } from '../../../../contract/route.ts';
import { attemptKeys } from '../../../dataProvider/attemptKeys.ts';
import { type CallInput, call } from '../../../dataProvider/call.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import type { ConflictState } from '../../../ui/conflict/useConflict.ts';
import { errorText } from '../../../ui/shell/errorText.ts';

export interface Save<R extends Route> {
  busy: boolean;
  /** Texts by field, of the last refusal. */
  errors: Record<string, string>;
  /** What belongs to no field. */
  problem: string | undefined;
  setErrors: (errors: Record<string, string>) => void;
  /** Whether it was done. With a conflict's way of sending, the version of the body is the one that stands. */
  send: (input: CallInput<R>, over?: Pick<ConflictState<never>, 'send'>) => Promise<boolean>;
}

/** One way to write from a dialog: the same attempt keeps its key, a success is told, a refusal goes to its fields. */
export function useSave<R extends Route>(route: R, onSaved: (answer: Output<R>) => void): Save<R> {
  const notify = useNotify();
  const [keyOf] = useState(attemptKeys);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const post = async (input: CallInput<R>) =>
    (await call(route, input, { idempotencyKey: keyOf(input) })) as Output<R>;
  const send = async (input: CallInput<R>, over?: Pick<ConflictState<never>, 'send'>) => {
    setBusy(true);
    setProblem(undefined);
    setErrors({});
    try {
      const answer = over ? await over.send((versao) => post(withVersion(input, versao))) : await post(input);
      if (answer === null) return false;
      keyOf.done();
      const message = messageOf(answer);
      if (message) notify(message, { type: 'success' });
      onSaved(answer);
      return true;
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, errors, problem, setErrors, send };
}

const withVersion = <I>(input: I, versao: number): I => ({
  ...input,
  body: { ...(input as { body?: object }).body, versao },
});

function messageOf(answer: unknown): string | undefined {
  const data = (answer as { data?: { message?: unknown } } | null)?.data;
  return typeof data?.message === 'string' ? data.message : undefined;
}
