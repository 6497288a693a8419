import { useEffect, useReducer, useRef } from 'react';
import { useStableCallback } from '../useStableCallback.ts';
import type { StoredFile } from './fileRules.ts';

/** The signature of the data provider's `uploadFile`; progress is the number of bytes sent and the total. */
export type UploadFile = (
  file: File,
  options: { onProgress: (sent: number, total: number) => void; signal: AbortSignal },
) => Promise<StoredFile>;

interface Options {
  files: readonly StoredFile[];
  onChange: (files: readonly StoredFile[]) => void;
  upload: UploadFile;
  /** Maximum total size of the files in bytes. */
  maxBytes: number;
  /** Bytes already held by other dialogs. */
  usedBytes: number;
}

const FAILED = 'Não foi possível enviar o arquivo.';

/** Uploads files as they are added. Each can be aborted, removed and retried individually. */
export const useUploads = ({ files, onChange, upload, maxBytes, usedBytes }: Options) => {
  const [uploads, dispatch] = useReducer(uploadReducer, []);
  const running = useRef(new Map<string, AbortController>());
  // Two uploads may finish before the next render, and each must see the other's result.
  const newest = useRef(files);
  newest.current = files;
  const count = useRef(0);

  useEffect(
    () => () => {
      for (const controller of running.current.values()) controller.abort();
    },
    [],
  );

  const storedBytes = (stored: readonly StoredFile[]) =>
    stored.reduce((sum, file) => sum + file.tamanho, usedBytes);
  const setFiles = (next: readonly StoredFile[]) => {
    newest.current = next;
    onChange(next);
  };
  const finish = useStableCallback((key: string, stored: StoredFile) => {
    dispatch({ type: 'gone', key });
    setFiles([...newest.current, stored]);
  });

  const start = async ({ key, file }: Upload) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    dispatch({ type: 'started', key });
    const onProgress = (sent: number, total: number) => {
      if (!controller.signal.aborted)
        dispatch({ type: 'progressed', key, progress: Math.min(1, sent / (total || 1)) });
    };
    try {
      const stored = await upload(file, { onProgress, signal: controller.signal });
      if (!controller.signal.aborted) finish(key, stored);
    } catch (error) {
      const problem = (error instanceof Error && error.message) || FAILED;
      if (!controller.signal.aborted) dispatch({ type: 'failed', key, problem });
    } finally {
      running.current.delete(key);
    }
  };

  /** Starts, in order, the uploads that fit; one that is too large does not block those after it. */
  const startFitting = (taken: number, waiting: readonly Upload[]) => {
    let bytes = taken;
    for (const one of waiting) {
      if (bytes + one.file.size > maxBytes) continue;
      bytes += one.file.size;
      void start(one);
    }
  };
  const takenBytes = storedBytes(files) + bytesOf(uploads.filter(({ held }) => !held));
  const add = (added: readonly File[]) => {
    const next = added.map(
      (file): Upload => ({ key: `${file.name} ${count.current++}`, file, progress: 0, held: true }),
    );
    dispatch({ type: 'added', uploads: next });
    startFitting(storedBytes(newest.current) + bytesOf(uploads.filter(({ held }) => !held)), next);
  };
  // Whenever bytes are freed, here or in another dialog, uploads waiting for them are started.
  const release = useStableCallback(() =>
    startFitting(
      takenBytes,
      uploads.filter(({ held, key }) => held && !running.current.has(key)),
    ),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer bytes may allow a waiting file to start
  useEffect(() => release(), [takenBytes, maxBytes]);

  const remove = (key: string) => {
    running.current.get(key)?.abort();
    dispatch({ type: 'gone', key });
  };
  const removeStored = (id: StoredFile['id']) => setFiles(newest.current.filter((file) => file.id !== id));
  const totalBytes = storedBytes(files) + bytesOf(uploads);
  return { uploads, add, retry: start, remove, removeStored, totalBytes };
};

/** An upload that is waiting, running, or stopped with a reason. */
export interface Upload {
  key: string;
  file: File;
  /** From 0 to 1. */
  progress: number;
  problem?: string;
  /** Held back because the total would exceed the maximum. */
  held?: boolean;
}

type UploadEvent =
  | { type: 'added'; uploads: readonly Upload[] }
  | { type: 'started'; key: string }
  | { type: 'progressed'; key: string; progress: number }
  | { type: 'failed'; key: string; problem: string }
  | { type: 'gone'; key: string };

/** The state of uploads in progress; finished and removed ones are dropped. */
const uploadReducer = (uploads: readonly Upload[], event: UploadEvent): readonly Upload[] => {
  switch (event.type) {
    case 'added':
      return [...uploads, ...event.uploads];
    case 'started':
      return change(uploads, event.key, ({ key, file }) => ({ key, file, progress: 0 }));
    case 'progressed':
      return change(uploads, event.key, (upload) => ({ ...upload, progress: event.progress }));
    case 'failed':
      return change(uploads, event.key, (upload) => ({ ...upload, problem: event.problem }));
    case 'gone':
      return uploads.filter((upload) => upload.key !== event.key);
  }
};

const change = (uploads: readonly Upload[], key: string, to: (upload: Upload) => Upload) =>
  uploads.map((upload) => (upload.key === key ? to(upload) : upload));

const bytesOf = (uploads: readonly Upload[]) => uploads.reduce((sum, { file }) => sum + file.size, 0);
export const isGoing = (upload: Upload) => upload.problem === undefined && !upload.held;
