import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { WizardStepKey, WizardStepRow } from '#contract/catalogs/wizardStep.ts';
import type { FileRef } from '#contract/config/platform.ts';
import type { Problem } from '#contract/rules/problem.ts';
import type { TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import type { WizardContext as RuleContext, WizardLimits } from '#contract/rules/tickets/ticketWizard.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { MenuTicketType, TicketMenu } from '#contract/sac/tickets/ticketCatalog.ts';
import type { InitialLoad } from '#contract/session/session.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { ownZone } from '#data/session.ts';
import type { UploadStatus } from '#ui/components/files/fileRules.ts';
import type { UploadFile } from '#ui/components/files/useUploads.ts';

type Origin = NonNullable<TicketDraft['origem']>;

/** The state and operations available to every step. */
export interface Wizard extends ItemsChoice {
  /** Menus that contain something available to this person. */
  menus: readonly TicketMenu[];
  origins: readonly Origin[];
  person: WizardPerson;
  /** What the contract's rules need in addition to the answers. */
  rules: RuleContext;
  steps: readonly WizardStepRow[];
  step: WizardStepKey;
  /** The message shown beside the disabled 'Prosseguir'. */
  blocked: string | null;
  /** Applies a change, asking first if it would discard something that took work to enter. */
  changeWithConfirmation: (change: (draft: TicketDraft) => TicketDraft) => void;
  goTo: (step: WizardStepKey) => void;
  canGoTo: (step: WizardStepKey) => boolean;
  /** The action of 'Prosseguir' and, on the last step, of 'Enviar solicitação'. */
  advance: () => void;
  back: () => void;
  openItems: () => void;
}

export const WizardContext = createContext<Wizard | null>(null);

export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error('outside of the ticket wizard');
  return wizard;
}

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

/** The data the wizard needs about the person opening the ticket. */
export interface WizardPerson {
  /** Whether the person is a CONSUMIDOR_FINAL, who always uses consumer mode, for their own record. */
  consumer: boolean;
  name: string;
  email: string;
  cpf: string;
  /** A consumer's own record; `null` for staff, and for a consumer whose record is missing. */
  customer: { id: number; razSoc: string } | null;
  /** The branches visible to the person. */
  branches: { idFil: number; razSoc: string }[];
  /** The time zone of a branch, by default that of the first one. */
  zoneOf: (idFil?: number) => TimeZone;
}

export function wizardPerson(load: InitialLoad | null): WizardPerson {
  const { nome = '', email = '', cpf = '', tipo, cliente = null } = load?.colaborador ?? {};
  const branches = load?.filiais ?? [];
  return {
    consumer: tipo === 'CONSUMIDOR_FINAL',
    name: nome,
    email,
    cpf,
    customer: cliente,
    branches: branches.map(({ idFil, razSoc }) => ({ idFil, razSoc })),
    zoneOf: (idFil) => (branches.find((branch) => branch.idFil === idFil) ?? branches[0])?.fuso ?? ownZone(),
  };
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
