import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FileRef } from '../../../../contract/config/platform.ts';
import { sizeExceededMessage } from '../../../../contract/rules/files.ts';
import { uploadFile } from '../../../dataProvider/upload.ts';
import type { FilePickerStatus } from '../../../ui/components/files/FilePicker.tsx';
import type { UploadFile } from '../../../ui/components/files/useUploads.ts';

export interface UploadGate {
  /** Files on their way, in all pickers that are shown. */
  going: number;
  /** Files that stopped and were neither tried again nor removed. */
  stopped: number;
  exceeded: boolean;
  /** A picker tells how it stands; `null` when it goes away. */
  report: (picker: string, status: FilePickerStatus | null) => void;
  upload: UploadFile;
  /** The picture of a file that was sent from this page. */
  thumbOf: (file: FileRef) => string | undefined;
}

/** What is on its way keeps a step from being left, since leaving would stop it. */
export function useUploadGate(): UploadGate {
  const [pickers, setPickers] = useState<Readonly<Record<string, FilePickerStatus>>>({});
  const { upload, thumbOf } = useThumbs();
  const report = useCallback((picker: string, status: FilePickerStatus | null) => {
    setPickers(({ [picker]: _, ...others }) => (status ? { ...others, [picker]: status } : others));
  }, []);
  return useMemo(() => {
    const all = Object.values(pickers);
    return {
      going: all.reduce((sum, { going }) => sum + going, 0),
      stopped: all.reduce((sum, { stopped }) => sum + stopped, 0),
      exceeded: all.some(({ exceeded }) => exceeded),
      report,
      upload,
      thumbOf,
    };
  }, [pickers, report, upload, thumbOf]);
}

/** Why what was chosen cannot be sent yet. */
export function uploadProblem({ going, stopped, exceeded }: UploadGate, maxBytes: number): string | null {
  if (exceeded) return sizeExceededMessage(maxBytes);
  if (going > 0) return 'Aguarde o envio dos arquivos.';
  return stopped > 0 ? 'Há arquivos que não foram enviados. Tente de novo ou remova-os.' : null;
}

/** Remembers the picture of each file that is sent, until the wizard is closed. */
function useThumbs() {
  const thumbs = useRef(new Map<string, string>());
  useEffect(() => {
    const made = thumbs.current;
    return () => {
      for (const address of made.values()) URL.revokeObjectURL(address);
    };
  }, []);
  const upload = useCallback<UploadFile>(async (file, options) => {
    const stored = await uploadFile(file, options);
    if (file.type.startsWith('image/')) thumbs.current.set(stored.id, URL.createObjectURL(file));
    return stored;
  }, []);
  const thumbOf = useCallback((file: FileRef) => thumbs.current.get(file.id), []);
  return { upload, thumbOf };
}
