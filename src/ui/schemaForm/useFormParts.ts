import { useEffect, useState } from 'react';
import type { FormDefinition } from '../../../contract/rules/forms/formDefinition.ts';
import { type FormJudge, loadJudge } from './validatorModule.ts';

/** What a form is drawn with: RJSF comes with the first one that is opened, the rules with each version. */
interface FormParts {
  judge: FormJudge;
  Body: typeof import('./FormBody.tsx').FormBody;
}

interface Loading {
  address: string;
  parts?: FormParts | undefined;
  error?: unknown;
}

const FAILED = 'As regras deste formulário não chegaram. Verifique a conexão e tente de novo.';

/** Forms that were opened before stand at once. */
const ready = new Map<string, FormParts>();

async function load({ validador, schema }: FormDefinition): Promise<FormParts> {
  const [judge, { FormBody }] = await Promise.all([loadJudge(validador, schema), import('./FormBody.tsx')]);
  const parts = { judge, Body: FormBody };
  ready.set(validador, parts);
  return parts;
}

/** The parts of a form, while they load and when that fails. */
export function useFormParts(form: FormDefinition) {
  const address = form.validador;
  const [loading, setLoading] = useState<Loading>({ address });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address names the schema; another attempt loads again
  useEffect(() => {
    if (ready.has(address)) return;
    let wanted = true;
    const put = (next: Loading) => wanted && setLoading(next);
    load(form).then(
      (parts) => put({ address, parts }),
      () => put({ address, error: new Error(FAILED) }),
    );
    return () => {
      wanted = false;
    };
  }, [address, attempt]);
  const current: Loading = loading.address === address ? loading : { address };
  return {
    parts: ready.get(address) ?? current.parts,
    error: current.error,
    retry: () => {
      setLoading({ address });
      setAttempt((count) => count + 1);
    },
  };
}
