import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { WizardStepKey, WizardStepRow } from '../../../../contract/catalogs/wizardStep.ts';
import type { FileRef } from '../../../../contract/config/platform.ts';
import type { CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { sizeExceededMessage } from '../../../../contract/rules/files.ts';
import type { Problem } from '../../../../contract/rules/problem.ts';
import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';
import type {
  WizardContext as RuleContext,
  WizardLimits,
} from '../../../../contract/rules/tickets/ticketWizard.ts';
import { DEFAULT_TIME_ZONE, type TimeZone } from '../../../../contract/rules/zonedTime.ts';
import type { MenuTicketType, TicketMenu } from '../../../../contract/sac/ticketCatalog.ts';
import type { InitialLoad } from '../../../../contract/session/session.ts';
import { uploadFile } from '../../../dataProvider/upload.ts';
import type { FilePickerStatus } from '../../../ui/components/files/FilePicker.tsx';
import type { UploadFile } from '../../../ui/components/files/useUploads.ts';

type Origin = NonNullable<TicketDraft['origem']>;

/** What every step sees and may do. */
export interface Wizard extends ItemsChoice {
  /** Menus that hold something for this person. */
  menus: readonly TicketMenu[];
  origins: readonly Origin[];
  person: WizardPerson;
  /** What the rules of the contract need besides the answers. */
  rules: RuleContext;
  steps: readonly WizardStepRow[];
  step: WizardStepKey;
  /** The sentence beside the disabled 'Prosseguir'. */
  blocked: string | null;
  /** Asks first when the change would throw away what took work to enter. */
  changeAsking: (change: (draft: TicketDraft) => TicketDraft) => void;
  goTo: (step: WizardStepKey) => void;
  canGoTo: (step: WizardStepKey) => boolean;
  /** 'Prosseguir', and on the last step 'Enviar solicitação'. */
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

/** What products are chosen for: a ticket that is being opened, or one that takes more of them. */
export interface ItemsChoice {
  draft: TicketDraft;
  type: MenuTicketType | null;
  limits: WizardLimits;
  /** At the branch. */
  today: CalendarDate;
  /** What is wrong with the answers now. */
  problems: readonly Problem[];
  /** The sentence to show at a field: a refusal of the server, or, once the person tried to go on, what it lacks. */
  textAt: (field: string) => string | undefined;
  refused: Readonly<Record<string, string>>;
  /** The newest draft, for events that come after an answer of the server. */
  change: (change: (draft: TicketDraft) => TicketDraft) => void;
  uploads: UploadGate;
  /** Bytes of all files, those of products that are not added yet included. */
  bytes: number;
  /** Leads to where customer and branch are chosen; `null` where both stand fast. */
  chooseCustomer: (() => void) | null;
}

export const ItemsContext = createContext<ItemsChoice | null>(null);

export function useItems(): ItemsChoice {
  const items = useContext(ItemsContext);
  if (!items) throw new Error('no products are chosen here');
  return items;
}

/** Who opens the ticket, as far as the wizard asks. */
export interface WizardPerson {
  /** A CONSUMIDOR_FINAL: always in consumer mode, for the own record. */
  consumer: boolean;
  name: string;
  email: string;
  cpf: string;
  /** Own record of a consumer; `null` for staff, and for a consumer whose record is missing. */
  customer: { id: number; razSoc: string } | null;
  /** The branches that the person sees. */
  branches: { idFil: number; razSoc: string }[];
  /** Zone of a branch; of the first one without it. */
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
    zoneOf: (idFil) =>
      (branches.find((branch) => branch.idFil === idFil) ?? branches[0])?.fuso ?? DEFAULT_TIME_ZONE,
  };
}

interface UploadGate {
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
