import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { Output, Route } from '#contract/route.ts';
import type { CallInput } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { useCommand } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface Save<R extends Route> {
  busy: boolean;
  /** Messages of the last refusal, by field. */
  errors: Record<string, string>;
  /** A message that belongs to no field. */
  problem: string | undefined;
  setErrors: (errors: Record<string, string>) => void;
  send: (input: CallInput<R>) => Promise<void>;
}

/**
 * Writes from a page, beside what else it shows: retries of the same attempt reuse its idempotency key, success shows a
 * notification, and errors go to their fields.
 */
export function useSave<R extends Route>(route: R, onSaved: (answer: Output<R>) => void): Save<R> {
  const notify = useNotify();
  const command = useCommand();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const send = async (input: CallInput<R>) => {
    setBusy(true);
    setProblem(undefined);
    setErrors({});
    try {
      const answer = (await command(route, input)) as Output<R>;
      const message = messageOf(answer);
      if (message) notify(message, { type: 'success' });
      onSaved(answer);
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, errors, problem, setErrors, send };
}

function messageOf(answer: unknown): string | undefined {
  const data = (answer as { data?: { message?: unknown } } | null)?.data;
  return typeof data?.message === 'string' ? data.message : undefined;
}
