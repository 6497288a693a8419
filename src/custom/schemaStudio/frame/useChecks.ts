import { useEffect, useMemo, useRef, useState } from 'react';
import { type DefinitionDetail, definitionRoutes, type Problem } from '#contract/config/definitions.ts';
import type { Output } from '#contract/route.ts';
import { call } from '#data/call.ts';
import type { InvalidTexts } from '#ui/components/inputs/useTypedText.ts';
import type { Content } from '../editorProps.ts';
import { isWithin, pointerOf, stepsOf, valueAt } from '../jsonPointer.ts';

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

/** By the name of its place. */
type RefusedTexts = Readonly<Record<string, string>>;

/**
 * Invalid input typed into properties. It survives the closing of its pane, is still found after parts have been reordered,
 * and counts as a problem of the definition as long as it and its place exist.
 */
export function useRefusedTexts(content: Content): { texts: InvalidTexts; problems: Problem[] } {
  const [refused, setRefused] = useState<RefusedTexts>({});
  const latest = useRef({ content, refused });
  latest.current = { content, refused };
  const texts = useMemo(
    (): InvalidTexts => ({
      get: (pointer) => latest.current.refused[nameOf(latest.current.content, pointer)],
      put: (pointer, text) => {
        const name = nameOf(latest.current.content, pointer);
        setRefused((before) => {
          const { [name]: own, ...others } = before;
          if (text !== undefined) return { ...others, [name]: text };
          return own === undefined ? before : others;
        });
      },
      forget: (place) => {
        const name = nameOf(latest.current.content, place);
        setRefused((before) => onlyThose(before, (other) => !isWithin(other, name)));
      },
    }),
    [],
  );
  useEffect(() => {
    setRefused((before) => onlyThose(before, (name) => placeOf(content, name) !== null));
  }, [content]);
  const problems = useMemo(
    () =>
      Object.entries(refused).flatMap(([name, text]): Problem[] => {
        const ponteiro = placeOf(content, name);
        const mensagem = text
          ? `“${text}” não pôde ser aceito aqui. Corrija ou apague.`
          : 'O campo ficou vazio. Preencha-o.';
        return ponteiro === null ? [] : [{ ponteiro, mensagem, gravidade: 'ERRO' }];
      }),
    [refused, content],
  );
  return { texts, problems };
}

function onlyThose(texts: RefusedTexts, isKept: (name: string) => boolean): RefusedTexts {
  const keptTexts = Object.entries(texts).filter(([name]) => isKept(name));
  return keptTexts.length === Object.keys(texts).length ? texts : Object.fromEntries(keptTexts);
}

/** Identifies a place by the keys of its parent parts, which do not change when the parts are reordered. */
function nameOf(content: Content, pointer: string): string {
  const steps = stepsOf(pointer);
  return pointerOf(
    steps.map((step, depth) =>
      IS_INDEX.test(step) ? keyOf(valueAt(content, steps.slice(0, depth + 1)), step) : step,
    ),
  );
}

/** Where the place with a name is now; null if a part that it belonged to is gone. */
function placeOf(content: Content, name: string): string | null {
  const steps: (string | number)[] = [];
  for (const step of stepsOf(name)) {
    const part = valueAt(content, steps);
    const index = Array.isArray(part) ? part.findIndex((one, at) => keyOf(one, String(at)) === step) : null;
    if (index === -1 || (part === undefined && IS_INDEX.test(step))) return null;
    steps.push(index ?? step);
  }
  return pointerOf(steps);
}

const IS_INDEX = /^\d+$/;

function keyOf(part: unknown, step: string): string {
  const { chave, campo } = (part ?? {}) as { chave?: unknown; campo?: unknown };
  return String(chave ?? campo ?? step);
}
