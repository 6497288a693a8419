import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_NFE_FILES, nfeImportRoutes } from '#contract/config/nfeImports.ts';
import { type FileRef, NFE_PURPOSE } from '#contract/config/platform.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { routeKey, useCommand } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface Sending {
  /** Number of files already uploaded. */
  done: number;
  of: number;
}

/** Number of parallel uploads; more would only wait for each other. */
const CONCURRENCY = 3;

/** Uploads files in groups and starts an import for each group. Failures are reported and do not stop the rest. */
export function useSendFiles() {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const stop = useRef<AbortController>(undefined);
  const command = useCommand();

  const start = async (arquivos: FileRef[]) => {
    await command(nfeImportRoutes.start, { query: {}, body: { arquivos } });
    await client.invalidateQueries({ queryKey: routeKey(nfeImportRoutes.list) });
  };
  const sendGroup = async (files: readonly File[], signal: AbortSignal): Promise<string[]> => {
    const stored: (FileRef | undefined)[] = [];
    const failed: string[] = [];
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < files.length && !signal.aborted; at = next++) {
        const file = files[at] as File;
        try {
          stored[at] = await uploadFile(file, { purpose: NFE_PURPOSE, signal });
        } catch (error) {
          if (!signal.aborted) failed.push(`${file.name}: ${errorText(error)}`);
        }
        setSending((before) => before && { ...before, done: before.done + 1 });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    const sent = stored.filter((file) => file !== undefined);
    if (sent.length > 0 && !signal.aborted) await start(sent);
    return failed;
  };
  const send = async (files: readonly File[]) => {
    const controller = new AbortController();
    stop.current = controller;
    setProblems([]);
    setSending({ done: 0, of: files.length });
    try {
      for (let from = 0; from < files.length && !controller.signal.aborted; from += MAX_NFE_FILES) {
        const failed = await sendGroup(files.slice(from, from + MAX_NFE_FILES), controller.signal);
        setProblems((before) => [...before, ...failed]);
      }
    } catch (error) {
      setProblems((before) => [...before, errorText(error)]);
    } finally {
      setSending(null);
    }
  };
  return { sending, problems, setProblems, send, cancel: () => stop.current?.abort() };
}
