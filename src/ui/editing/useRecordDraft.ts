import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Route } from '../../../contract/route.ts';
import {
  type DraftAnswer,
  type FieldChecks,
  isRecord,
  readFields,
} from '../../../contract/rules/draftReading.ts';
import { call } from '../../dataProvider/call.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import { type ConflictState, type Held, useConflict } from '../conflict/useConflict.ts';
import { type ServerDraft, useServerDraft } from '../drafts/useServerDraft.ts';
import type { RecordFormProps } from './RecordForm.tsx';

type Given<T extends object, B, R extends StoredRecord> = Pick<
  RecordFormProps<T, B, R>,
  'draft' | 'record' | 'empty' | 'written' | 'checks'
>;

interface RecordDraft<T extends object> {
  draft: ServerDraft<Held<T>>;
  form: { value: T; base: T; change: (value: T) => void };
  conflict: ConflictState<T>;
}

/**
 * The draft of a record with the state that it was begun on: a draft that comes back after others wrote is held
 * against theirs field by field, and so is one that is open while the record changes.
 */
export function useRecordDraft<T extends object, B, R extends StoredRecord>(
  props: Given<T, B, R>,
): RecordDraft<T> {
  const { record, written, checks } = props;
  const versao = record?.versao ?? 0;
  const [first] = useState<Held<T>>(() => {
    const value = record ? written(record) : props.empty;
    return { value, base: value, versao };
  });
  const draft = useServerDraft<Held<T>>(`${props.draft}-${record?.id ?? 'novo'}`, {
    empty: first,
    read: (content) => heldOf(content, first, checks),
  });
  const held = draft.value;
  const conflict = useConflict<T>({ held, onChange: draft.change, read: written as (state: never) => T });
  const compare = useStableCallback(() => {
    if (record && held.versao < versao) conflict.readAnew(written(record), { versao, por: null, em: null });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a record read anew, or a draft that came back, is compared
  useEffect(compare, [versao, held.versao, compare]);
  const change = (value: T) => draft.change({ ...held, value });
  return { draft, form: { value: held.value, base: held.base, change }, conflict };
}

/** A draft of before holds the written alone: it was begun on what stands now, as far as anybody knows. */
function heldOf<T extends object>(
  content: unknown,
  first: Held<T>,
  checks: FieldChecks<T> | undefined,
): DraftAnswer<Held<T>> {
  const kept = isRecord(content) && isRecord(content.value) && isRecord(content.base) ? content : null;
  const mine = readFields(first.value, kept ? kept.value : content, checks);
  if (mine === null || mine === 'nothing') return mine;
  const begun = kept && readFields(first.value, kept.base, checks);
  const known = begun !== null && begun !== 'nothing' && typeof kept?.versao === 'number';
  const { base, versao } = known ? { base: begun.value, versao: Number(kept.versao) } : first;
  return { value: { value: mine.value, base, versao }, whole: mine.whole };
}

/** The verbs of a noun that is written on a page of its own. */
export interface RecordRoutes {
  create: Route;
  update: Route;
  /** Absent for what is never removed. */
  remove?: Route;
}

export interface StoredRecord {
  id: number;
  versao: number;
}

/** Writes, changes and removes a record, the version that it is judged by along with it; each answers the server's sentence. */
export function useRecordCommands<B>(
  { routes, params: fixed }: { routes: RecordRoutes; params?: Readonly<Record<string, string>> | undefined },
  record: StoredRecord | undefined,
) {
  const queries = useQueryClient();
  const sentence = async (answer: Promise<unknown>) => {
    const { data } = (await answer) as { data: { message: string } };
    await queries.invalidateQueries();
    return data.message;
  };
  const params = { ...fixed, id: record?.id };
  // What a noun's routes take was checked by the body's type; from here on every noun is alike.
  const send = (route: Route, input: object) => sentence(call(route, input as never));
  return {
    save: (body: B, versao: number) =>
      record
        ? send(routes.update, { params, body: { ...(body as object), versao } })
        : send(routes.create, { ...(fixed && { params: fixed }), body }),
    remove: async () =>
      routes.remove
        ? send(routes.remove, {
            params,
            ...(routes.remove.query?.properties.versao && { query: { versao: record?.versao } }),
          })
        : '',
  };
}
