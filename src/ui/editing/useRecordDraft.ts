import { useEffect, useMemo } from 'react';
import type { Route } from '#contract/route.ts';
import { type DraftAnswer, type FieldChecks, readFields } from '#contract/rules/draftReading.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand } from '#data/useRoute.ts';
import { isEqual } from '#src/lean/isEqual.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import {
  type ConflictState,
  type Settle,
  useConflict,
  type VersionedValue,
} from '../conflict/useConflict.ts';
import { type ServerDraft, useServerDraft } from '../drafts/useServerDraft.ts';
import type { RecordFormProps } from './RecordForm.tsx';

type Given<T extends object, B, R extends StoredRecord> = Pick<
  RecordFormProps<T, B, R>,
  'draft' | 'record' | 'empty' | 'written' | 'checks'
> & { settle?: Settle<T> };

interface RecordDraft<T extends object> {
  draft: ServerDraft<VersionedValue<T>>;
  form: { value: T; base: T; change: (value: T) => void };
  conflict: ConflictState<T>;
}

/**
 * A record's draft together with the state it started from. A draft that is restored after others have written is compared
 * with their version field by field, and so is one that is open while the record changes.
 */
export function useRecordDraft<T extends object, B, R extends StoredRecord>(
  props: Given<T, B, R>,
): RecordDraft<T> {
  const { record, written, checks } = props;
  const versao = record?.versao ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new record begins with the values of its first rendering
  const unchanged = useMemo<VersionedValue<T>>(() => {
    const value = record ? written(record) : props.empty;
    return { value, base: value, versao };
  }, [record]);
  const draft = useServerDraft<VersionedValue<T>>(props.draft, {
    empty: unchanged,
    read: (content) => parseDraft(content, unchanged, checks),
  });
  const heldDraft = draft.value;
  const conflict = useConflict<T>({
    held: heldDraft,
    // What others wrote is no draft as long as nothing else is typed.
    onChange: (next) => (isEqual(next.value, next.base) ? draft.show(next) : draft.change(next)),
    read: written as (state: never) => T,
    settle: props.settle,
  });
  const compare = useStableCallback(() => {
    if (record && heldDraft.versao < versao)
      conflict.onRefetched(written(record), { versao, por: null, em: null });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares a refetched record or a restored draft
  useEffect(compare, [versao, heldDraft.versao, compare]);
  const change = (value: T) => draft.change({ ...heldDraft, value });
  return { draft, form: { value: heldDraft.value, base: heldDraft.base, change }, conflict };
}

/** A draft in the older format contains only the form's value; its base is assumed to be the record's current state. */
function parseDraft<T extends object>(
  content: unknown,
  first: VersionedValue<T>,
  checks: FieldChecks<T> | undefined,
): DraftAnswer<VersionedValue<T>> {
  const storedDraft = isRecord(content) && isRecord(content.value) && isRecord(content.base) ? content : null;
  const mine = readFields(first.value, storedDraft ? storedDraft.value : content, checks);
  if (mine === null || mine === 'nothing') return mine;
  const begun = storedDraft && readFields(first.value, storedDraft.base, checks);
  const isStored = begun !== null && begun !== 'nothing' && typeof storedDraft?.versao === 'number';
  const { base, versao } = isStored ? { base: begun.value, versao: Number(storedDraft.versao) } : first;
  return { value: { value: mine.value, base, versao }, complete: mine.complete };
}

/** The write routes of a resource that is edited on a page of its own. */
export interface RecordRoutes {
  create: Route;
  update: Route;
  /** Absent for resources that are never removed. */
  remove?: Route;
}

export interface StoredRecord {
  id: number;
  versao: number;
}

/** Creates, updates and removes a record, passing the version to be checked; each resolves to the server's message. */
export function useRecordCommands<B>(
  { routes, params: fixed }: { routes: RecordRoutes; params?: Readonly<Record<string, string>> | undefined },
  record: StoredRecord | undefined,
) {
  const refetch = useRefetch();
  const command = useCommand();
  const params = { ...fixed, id: record?.id };
  // The body's type has already ensured that it matches the resource's routes; from here on all resources are treated alike.
  const send = async (route: Route, input: object, options = {}) => {
    const { data } = (await command(route, input as never, options)) as { data: { message: string } };
    await refetch(route);
    return data.message;
  };
  return {
    save: (body: B, versao: number, options: { draft?: string }) =>
      record
        ? send(routes.update, { params, body: { ...(body as object), versao } }, options)
        : send(routes.create, { ...(fixed && { params: fixed }), body }, options),
    remove: async () =>
      routes.remove
        ? send(routes.remove, {
            params,
            ...(routes.remove.query?.properties.versao && { query: { versao: record?.versao } }),
          })
        : '',
  };
}
