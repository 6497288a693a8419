import { useEffect, useRef, useState } from 'react';
import { formRoutes } from '../../../../contract/config/forms.ts';
import type { FormDefinition } from '../../../../contract/rules/forms/formDefinition.ts';
import { call } from '../../../dataProvider/call.ts';
import { errorText } from '../../../ui/shell/errorText.ts';

/** Pause after the last change, ms: each preview is compiled on the server. */
const PAUSE = 500;

/** The compiled form of a draft. One that cannot be compiled leaves the last good one, and says why. */
export function usePreviewForm({ schema, ui }: Pick<FormDefinition, 'schema' | 'ui'>) {
  const [form, setForm] = useState<FormDefinition | null>(null);
  const [failure, setFailure] = useState('');
  const text = JSON.stringify({ schema, ui });
  const isFirst = useRef(true);
  useEffect(() => {
    // What is opened is shown at once: nobody types yet, and the form's own code comes meanwhile.
    const pause = isFirst.current ? 0 : PAUSE;
    if (isFirst.current) void import('../../../ui/schemaForm/index.ts').catch(() => undefined);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      isFirst.current = false;
      call(formRoutes.preview, { body: JSON.parse(text) }, { signal: abort.signal })
        .then((next) => {
          setFailure('');
          setForm((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
        })
        .catch((error: unknown) => !abort.signal.aborted && setFailure(errorText(error)));
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return { form, failure };
}
