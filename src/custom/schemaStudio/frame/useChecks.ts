import { useEffect, useMemo, useRef, useState } from 'react';
import { type DefinitionDetail, definitionRoutes, type Problem } from '#contract/config/definitions.ts';
import type { Output } from '#contract/route.ts';
import { call } from '#data/call.ts';
import type { InvalidTexts } from '#ui/components/inputs/useTypedText.ts';
import type { Content } from '../editorProps.ts';
import { stepsOf, valueAt } from '../jsonPointer.ts';

export type Checked = Output<typeof definitionRoutes.check>;

/** Milliseconds to wait after the last keystroke. */
const PAUSE = 300;

/** The server's problems for the text while it is being edited. A failed call leaves the previous ones in place. */
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
    /** False while the text is newer than the one that was checked. */
    isCurrent: checked?.text === text,
  };
}

const NONE: Checked['mudancas'] = [];

interface RefusedText {
  pointer: string;
  text: string;
}

/**
 * Invalid input typed into properties. It survives the closing of its pane, is still found after parts have been reordered,
 * and counts as a problem of the definition as long as it exists.
 */
export function useRefusedTexts(content: Content): { texts: InvalidTexts; problems: Problem[] } {
  const [refused, setRefused] = useState<Readonly<Record<string, RefusedText>>>({});
  const latest = useRef({ content, refused });
  latest.current = { content, refused };
  const texts = useMemo(
    (): InvalidTexts => ({
      get: (pointer) => latest.current.refused[nameOf(latest.current.content, pointer)]?.text,
      put: (pointer, text) => {
        const name = nameOf(latest.current.content, pointer);
        setRefused((before) => {
          const { [name]: own, ...others } = before;
          if (text !== undefined) return { ...others, [name]: { pointer, text } };
          return own ? others : before;
        });
      },
      forget: (place) => {
        const name = nameOf(latest.current.content, place);
        const isWithin = (other: string) => other === name || other.startsWith(`${name}/`);
        setRefused((before) =>
          Object.keys(before).some(isWithin)
            ? Object.fromEntries(Object.entries(before).filter(([other]) => !isWithin(other)))
            : before,
        );
      },
    }),
    [],
  );
  const problems = useMemo(
    () =>
      Object.values(refused).map(
        ({ pointer, text }): Problem => ({
          ponteiro: pointer,
          mensagem: text
            ? `“${text}” não pôde ser aceito aqui. Corrija ou apague.`
            : 'O campo ficou vazio. Preencha-o.',
          gravidade: 'ERRO',
        }),
      ),
    [refused],
  );
  return { texts, problems };
}

/** Identifies a place by the keys of its parent parts, which do not change when the parts are reordered. */
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
