import { useEffect, useState } from 'react';
import {
  type DefinitionDetail,
  definitionRoutes,
  type Problem,
} from '../../../../contract/config/definitions.ts';
import type { Output } from '../../../../contract/route.ts';
import { call } from '../../../dataProvider/call.ts';

export type Checked = Output<typeof definitionRoutes.check>;

/** Pause after the last key, ms. */
const PAUSE = 300;

/** What the server says of the text while it is written. A call that fails leaves what was said before. */
export function useChecks({ tipo, chave, problemas }: DefinitionDetail, text: string) {
  const [checked, setChecked] = useState<{ text: string; answer: Checked } | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const input = { params: { tipo }, body: { chave, texto: text } };
      const answer = await call(definitionRoutes.check, input, { signal: abort.signal }).catch(() => null);
      if (answer && !abort.signal.aborted) setChecked({ text, answer });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [tipo, chave, text]);
  return {
    problems: (checked?.answer.problemas ?? problemas) as Problem[],
    changes: checked?.answer.mudancas ?? NONE,
    /** False while newer text than was judged stands. */
    isCurrent: checked?.text === text,
  };
}

const NONE: Checked['mudancas'] = [];
