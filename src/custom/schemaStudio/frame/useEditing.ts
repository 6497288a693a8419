import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type DefinitionDetail, definitionRoutes } from '#contract/config/definitions.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { routeKey } from '#data/useRoute.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { createDraftSaver, type DraftSaver, type SaveState, useFlushes } from '#ui/drafts/draftSaver.ts';
import type { Meta } from '../code/metaSchemaAt.ts';
import type { Content } from '../editorProps.ts';
import { orderedContent } from '../jsonPointer.ts';

export type Editing = ReturnType<typeof useEditing>;

/** The content being edited, as a value and as text, with undo, and saved on the server as a draft. */
export function useEditing(opened: DefinitionDetail, meta: Meta) {
  const [history, setHistory] = useState(() => newHistory(orderedContent(contentIn(opened), meta)));
  const [text, setText] = useState(() => jsonText(history.present));
  const [taken, setTaken] = useState(history.present);
  const saving = useSaving(opened);
  const show = (next: EditHistory<Content> | null) => {
    if (!next) return;
    setHistory(next);
    setText(jsonText(next.present));
    saving.changed(next.present);
  };
  return {
    content: history.present,
    text,
    /** False while the text is not a JSON object; the draft is then the last valid one. */
    isJson: contentOf(text) !== null,
    change: useStableCallback((next: Content) => show(pushed(history, next, Date.now()))),
    type: useStableCallback((typed: string) => {
      setText(typed);
      const next = contentOf(typed);
      if (!next || JSON.stringify(next) === JSON.stringify(history.present)) return;
      setHistory(pushed(history, next, Date.now()));
      saving.changed(next);
    }),
    /** Discards text that is not valid JSON. */
    dropText: useStableCallback(() => setText(jsonText(history.present))),
    undo: useStableCallback(() => show(undone(history))),
    redo: useStableCallback(() => show(redone(history))),
    /** Whether it says something else than when it was opened, or last accepted from the server. */
    isChanged: history.present !== taken,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Accepts another state from the server, after publishing, discarding, or taking over another user's draft. */
    take: useStableCallback((detail: DefinitionDetail) => {
      const next = orderedContent(contentIn(detail), meta);
      saving.restart(detail);
      const isEqual = JSON.stringify(next) === JSON.stringify(history.present);
      setTaken(isEqual ? history.present : next);
      if (isEqual) return;
      setHistory(pushed({ ...history, at: 0 }, next, Date.now()));
      setText(jsonText(next));
    }),
    saving,
  };
}

export const contentIn = ({ rascunho, publicado, padrao }: DefinitionDetail): Content =>
  rascunho ?? publicado ?? padrao ?? {};

function useSaving(opened: DefinitionDetail) {
  const queries = useQueryClient();
  const [state, setState] = useState<SaveState>(() => stateOf(opened));
  const [conflict, setConflict] = useState('');
  const params = { tipo: opened.tipo, chave: opened.chave };
  const saver = useRef<DraftSaver>(undefined);
  const start = (version: number) => {
    const draftSaver = createDraftSaver({
      version,
      save: async (content, versao) => {
        const body = { conteudo: content as Content, versao };
        const { data } = await call(definitionRoutes.saveDraft, { params, body });
        queries.setQueryData(routeKey(definitionRoutes.get, { params }), { data });
        return {
          conteudo: data.rascunho,
          atualizado: data.rascunhoEm ?? data.atualizado,
          versao: data.versao,
        };
      },
      conflictOf: (error) => {
        if (!(error instanceof CallFailure) || error.status !== 409) return undefined;
        setConflict(error.message);
        const { atual } = error.body as { atual?: { versao: number } };
        return atual ? { conteudo: null, atualizado: '', versao: atual.versao } : null;
      },
      onState: (next) => saver.current === draftSaver && setState(next),
    });
    return draftSaver;
  };
  saver.current ??= start(opened.versao);
  useFlushes(useStableCallback(() => (saver.current ??= start(opened.versao))));
  return {
    state,
    /** The user who saved first, and the available resolutions. */
    conflict,
    changed: useStableCallback((content: Content) => saver.current?.changed(content)),
    settle: useStableCallback(async () => (await saver.current?.settle()) ?? false),
    /** Saves the person's own text over the other user's. */
    overwrite: useStableCallback(() => {
      if (state.kind !== 'conflict') return;
      setState({ kind: 'none' });
      saver.current?.overwrite(state.current);
    }),
    restart: useStableCallback((detail: DefinitionDetail) => {
      void saver.current?.stop();
      saver.current = start(detail.versao);
      setState(stateOf(detail));
    }),
  };
}

const stateOf = ({ rascunhoEm }: DefinitionDetail): SaveState =>
  rascunhoEm ? { kind: 'saved', at: rascunhoEm } : { kind: 'none' };

/** Past, present and future states. `at` is the time of the newest change, so that a burst of keystrokes is a single step. */
interface EditHistory<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  at: number;
}

/** Changes less than this many ms apart are undone together. */
const BURST = 700;
const MAX_UNDO = 200;

export const newHistory = <T>(present: T): EditHistory<T> => ({ past: [], present, future: [], at: 0 });

export function pushed<T>(history: EditHistory<T>, next: T, now: number): EditHistory<T> {
  if (Object.is(next, history.present)) return history;
  const burst = history.past.length > 0 && now - history.at < BURST;
  const past = burst ? history.past : [...history.past, history.present].slice(-MAX_UNDO);
  return { past, present: next, future: [], at: now };
}

export function undone<T>({ past, present, future }: EditHistory<T>): EditHistory<T> | null {
  if (past.length === 0) return null;
  return { past: past.slice(0, -1), present: past.at(-1) as T, future: [present, ...future], at: 0 };
}

export function redone<T>({ past, present, future }: EditHistory<T>): EditHistory<T> | null {
  if (future.length === 0) return null;
  return { past: [...past, present], present: future[0] as T, future: future.slice(1), at: 0 };
}

export const jsonText = (content: unknown): string => JSON.stringify(content, null, 2);

/** The JSON object that a text contains; null when it is not one. */
export function contentOf(text: string): Content | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
