import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { FileRef } from '#contract/config/platform.ts';
import type { Problem } from '#contract/rules/problem.ts';
import type { TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import type { WizardLimits } from '#contract/rules/tickets/ticketWizard.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import type { UploadStatus } from '#ui/components/files/fileRules.ts';
import type { UploadFile } from '#ui/components/files/useUploads.ts';

/** The ticket that products are chosen for, whether it is being opened or is getting more of them. */
export interface ItemsChoice {
  draft: TicketDraft;
  type: MenuTicketType | null;
  limits: WizardLimits;
  /** The current date at the branch. */
  today: CalendarDate;
  /** The current problems of the answers. */
  problems: readonly Problem[];
  /** The message to show at a field: the server's refusal or, once the person tried to continue, what is missing. */
  textAt: (field: string) => string | undefined;
  refused: Readonly<Record<string, string>>;
  /** Applies a change to the latest draft, so that events arriving after a server response can use it too. */
  change: (change: (draft: TicketDraft) => TicketDraft) => void;
  uploads: UploadGate;
  /** Total size of all files in bytes, including those of products that are not added yet. */
  bytes: number;
  /** Goes to where customer and branch are chosen; `null` where both are fixed. */
  chooseCustomer: (() => void) | null;
}

export const ItemsContext = createContext<ItemsChoice | null>(null);

export function useItems(): ItemsChoice {
  const items = useContext(ItemsContext);
  if (!items) throw new Error('no products are chosen here');
  return items;
}

interface UploadGate {
  /** Number of uploads in progress, across all pickers on display. */
  going: number;
  /** Number of uploads that stopped and were neither retried nor removed. */
  stopped: number;
  exceeded: boolean;
  /** Called by a picker with its status, and with `null` when it unmounts. */
  report: (picker: string, status: UploadStatus | null) => void;
  upload: UploadFile;
  /** Object URL of an image uploaded from this page. */
  thumbOf: (file: FileRef) => string | undefined;
}

/** A step cannot be left while uploads are in progress, since leaving would abort them. */
export function useUploadGate(): UploadGate {
  const [pickers, setPickers] = useState<Readonly<Record<string, UploadStatus>>>({});
  const { upload, thumbOf } = useThumbs();
  const report = useCallback((picker: string, status: UploadStatus | null) => {
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

/** Keeps a preview of every uploaded image until the wizard is closed. */
function useThumbs() {
  const thumbs = useRef(new Map<string, string>());
  useEffect(() => {
    const thumbnails = thumbs.current;
    return () => {
      for (const address of thumbnails.values()) URL.revokeObjectURL(address);
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
