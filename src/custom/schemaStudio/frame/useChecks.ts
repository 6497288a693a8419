import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type DefinitionDetail,
  definitionRoutes,
  type Problem,
} from '../../../../contract/config/definitions.ts';
import type { Output } from '../../../../contract/route.ts';
import { call } from '../../../dataProvider/call.ts';
import type { KeptTexts } from '../../../ui/components/inputs/useTypedText.ts';
import type { Content } from '../editorProps.ts';
import { stepsOf, valueAt } from '../jsonPointer.ts';

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

interface RefusedText {
  pointer: string;
  text: string;
}

/**
 * What was typed into properties and could not be taken. It outlives the pane that it stood in, is found again though
 * the parts have changed their order, and is a problem of the definition for as long as it stands.
 */
export function useRefusedTexts(content: Content): { texts: KeptTexts; problems: Problem[] } {
  const [refused, setRefused] = useState<Readonly<Record<string, RefusedText>>>({});
  const latest = useRef({ content, refused });
  latest.current = { content, refused };
  const texts = useMemo(
    (): KeptTexts => ({
      get: (pointer) => latest.current.refused[nameOf(latest.current.content, pointer)]?.text,
      put: (pointer, text) => {
        const name = nameOf(latest.current.content, pointer);
        setRefused((before) => {
          const { [name]: own, ...others } = before;
          if (text !== undefined) return { ...others, [name]: { pointer, text } };
          return own ? others : before;
        });
      },
    }),
    [],
  );
  const problems = useMemo(
    () =>
      Object.values(refused).map(
        ({ pointer, text }): Problem => ({
          ponteiro: pointer,
          mensagem: `“${text}” não pôde ser aceito aqui. Corrija ou apague.`,
          gravidade: 'ERRO',
        }),
      ),
    [refused],
  );
  return { texts, problems };
}

/** A place by the keys of the parts on the way, which stay when these are ordered anew. */
function nameOf(content: Content, pointer: string): string {
  const steps = stepsOf(pointer);
  return steps
    .map((step, depth) => {
      const part = valueAt(content, steps.slice(0, depth + 1));
      const { chave, campo } = (part ?? {}) as { chave?: unknown; campo?: unknown };
      return /^\d+$/.test(step) ? String(chave ?? campo ?? step) : step;
    })
    .join('/');
}
