import { useEffect, useReducer, useRef } from 'react';
import { useStableCallback } from '../useStableCallback.ts';
import type { StoredFile } from './fileRules.ts';

/** The shape of the data provider's `uploadFile`; progress is bytes sent, of how many. */
export type UploadFile = (
  file: File,
  options: { onProgress: (sent: number, total: number) => void; signal: AbortSignal },
) => Promise<StoredFile>;

interface Options {
  files: readonly StoredFile[];
  onChange: (files: readonly StoredFile[]) => void;
  upload: UploadFile;
  /** Bytes that the files may have together. */
  maxBytes: number;
  /** Bytes that other dialogs hold already. */
  usedBytes: number;
}

const FAILED = 'Não foi possível enviar o arquivo.';

/** Sends files as they are added. Each can be stopped, removed and tried again by itself. */
export const useUploads = ({ files, onChange, upload, maxBytes, usedBytes }: Options) => {
  const [uploads, dispatch] = useReducer(uploadReducer, []);
  const running = useRef(new Map<string, AbortController>());
  // Two uploads may end before the next render: each must see what the other left.
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

  /** Sends in their order those that fit; one that does not takes no place from those behind it. */
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
  // Whatever gives bytes back, here or in another dialog, lets go on what waited for them.
  const release = useStableCallback(() =>
    startFitting(
      takenBytes,
      uploads.filter(({ held, key }) => held && !running.current.has(key)),
    ),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer bytes are what may let a waiting file go
  useEffect(() => release(), [takenBytes, maxBytes]);

  const remove = (key: string) => {
    running.current.get(key)?.abort();
    dispatch({ type: 'gone', key });
  };
  const removeStored = (id: StoredFile['id']) => setFiles(newest.current.filter((file) => file.id !== id));
  const totalBytes = storedBytes(files) + bytesOf(uploads);
  return { uploads, add, retry: start, remove, removeStored, totalBytes };
};

/** A file on its way: waiting, going, or stopped with the reason. */
export interface Upload {
  key: string;
  file: File;
  /** 0 to 1. */
  progress: number;
  problem?: string;
  /** Not sent, since the sum would be above the maximum. */
  held?: boolean;
}

type UploadEvent =
  | { type: 'added'; uploads: readonly Upload[] }
  | { type: 'started'; key: string }
  | { type: 'progressed'; key: string; progress: number }
  | { type: 'failed'; key: string; problem: string }
  | { type: 'gone'; key: string };

/** What becomes of the uploads under way; a finished or removed one is gone. */
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
