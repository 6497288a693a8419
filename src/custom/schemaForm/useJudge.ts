import { useEffect, useState } from 'react';
import type { FormDefinition } from '../../../contract/rules/forms/formDefinition.ts';
import { type FormJudge, loadJudge } from './validatorModule.ts';

interface Loading {
  address: string;
  judge?: FormJudge;
  error?: unknown;
}

const FAILED = 'As regras deste formulário não chegaram. Verifique a conexão e tente de novo.';

/** The judge of a form, while it loads and when it fails. */
export function useJudge({ validador, schema }: FormDefinition) {
  const [loading, setLoading] = useState<Loading>({ address: validador });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let wanted = true;
    const put = (next: Loading) => wanted && setLoading(next);
    loadJudge(validador, schema).then(
      (judge) => put({ address: validador, judge }),
      () => put({ address: validador, error: new Error(FAILED) }),
    );
    return () => {
      wanted = false;
    };
  }, [validador, schema, attempt]);
  const retry = () => {
    setLoading({ address: validador });
    setAttempt((count) => count + 1);
  };
  const current: Loading = loading.address === validador ? loading : { address: validador };
  return { judge: current.judge, error: current.error, retry };
}
