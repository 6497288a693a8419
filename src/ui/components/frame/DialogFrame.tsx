import type { ButtonProps } from '@mui/material/Button';
import Button from '@mui/material/Button';
import type { DialogProps } from '@mui/material/Dialog';
import Dialog from '@mui/material/Dialog';
import type { IconButtonProps } from '@mui/material/IconButton';
import IconButton from '@mui/material/IconButton';
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStableCallback } from '../useStableCallback.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { type LeaveFrame, LeaveFrameContext, useUnsaved } from './unsaved.ts';

interface DialogFrameProps extends Omit<DialogProps, 'onClose'> {
  /** Escape, the backdrop and every close button; absent while it must stay. */
  onClose?: (() => void) | undefined;
  /** False where every key takes effect at once, as in filters: nothing typed waits. */
  asks?: boolean;
}

/** Goes on within the dialog around, after the question where something would be lost. */
const LeaveContext = createContext<(go: () => void) => void>((go) => go());

export const useDialogLeave = () => useContext(LeaveContext);

/** Closes the dialog around, after the question where something would be lost; `null` while it must stay. */
const CloseContext = createContext<(() => void) | null>(null);

/** The second click of a double click on what opened it falls on the backdrop, and is no wish to close. */
const DOUBLE_CLICK_MS = 500;

function useSettled(open: boolean) {
  const since = useRef(0);
  useEffect(() => {
    if (open) since.current = performance.now();
  }, [open]);
  return () => performance.now() - since.current > DOUBLE_CLICK_MS;
}

/** Every dialog: what was typed in it never goes without a question (`useLeaveFrame`). */
export function DialogFrame({ onClose, asks = true, children, ...props }: DialogFrameProps) {
  const { leave, frame, watch } = useLeaveFrame();
  const close = onClose ? () => leave(onClose) : undefined;
  const settled = useSettled(props.open);
  return (
    <Dialog
      {...props}
      {...(asks && watch)}
      onClose={(_event, reason) => (reason !== 'backdropClick' || settled()) && close?.()}
    >
      <LeaveContext value={leave}>
        <CloseContext value={close ?? null}>{frame(children as ReactNode)}</CloseContext>
      </LeaveContext>
    </Dialog>
  );
}

/** Says, from within a dialog, that its form holds something. */
export function Unsaved({ active, kept = false }: { active: boolean; kept?: boolean }) {
  useUnsaved(active, kept);
  return null;
}

export const useDialogClose = () => useContext(CloseContext) ?? (() => {});

/** 'Cancelar' and 'Fechar' of a dialog. */
export function CloseButton({ disabled = false, ...props }: Omit<ButtonProps, 'onClick'>) {
  const close = useContext(CloseContext);
  const color = props.variant ? 'primary' : 'inherit';
  return <Button color={color} {...props} disabled={disabled || !close} onClick={close ?? undefined} />;
}

/** The cross of a dialog. */
export function CloseCross({ disabled = false, ...props }: Omit<IconButtonProps, 'onClick'>) {
  const close = useContext(CloseContext);
  return (
    <IconButton aria-label="Fechar" {...props} disabled={disabled || !close} onClick={close ?? undefined} />
  );
}

interface LeaveFrameState {
  /** Runs it at once, or after the question where something typed would be lost. */
  leave: (go: () => void) => void;
  /** Wraps what the frame holds. */
  frame: (children: ReactNode) => ReactNode;
  /** For the element around the fields. */
  watch: ReturnType<typeof typedWords>['watch'];
}

/**
 * The one rule of dialogs and panels: what was typed and is not kept asks before it goes, whatever the way. A form
 * says of itself whether it holds something (`useUnsaved`); one that says nothing is judged by its fields.
 */
function useLeaveFrame(): LeaveFrameState {
  const around = useContext(LeaveFrameContext);
  const forms = useRef(new Map<symbol, boolean>());
  const [words] = useState(typedWords);
  const [going, setGoing] = useState<(() => void) | null>(null);
  const context = useMemo<LeaveFrame>(
    () => ({
      report(form, wouldLose) {
        if (wouldLose === null) forms.current.delete(form);
        else forms.current.set(form, wouldLose);
        around?.report(form, wouldLose);
      },
    }),
    [around],
  );
  useEffect(() => () => words.forget(), [words]);
  const wouldLose = () => {
    const reported = [...forms.current.values()];
    return words.refused() || (reported.length > 0 ? reported.includes(true) : words.changed());
  };
  const leave = useStableCallback((go: () => void) => {
    if (wouldLose()) setGoing(() => go);
    else go();
  });
  const frame = (children: ReactNode) => (
    <LeaveFrameContext value={context}>
      {children}
      {going && (
        <LeaveQuestion
          onStay={() => setGoing(null)}
          onGo={() => {
            setGoing(null);
            words.forget();
            going();
          }}
        />
      )}
    </LeaveFrameContext>
  );
  return { leave, frame, watch: words.watch };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

/** A search, or a row that is ticked, is a way to something, not something that is lost. */
const SEARCH =
  'input[type="search"], [role="searchbox"], [role="search"] *, tr input[type="checkbox"], [role="row"] input[type="checkbox"]';

const FIELDS = 'input, textarea, [contenteditable="true"]';

/**
 * What the fields of a frame held when a person first went into them, against what they hold when it closes. Fields
 * that hold the same again, that are only searched with, or that are gone, count for nothing.
 */
function typedWords() {
  const before = new Map<Field, string>();
  return {
    watch: {
      onFocusCapture({ target }: FocusEvent<HTMLElement>) {
        // A list or a switch keeps its value in an input beside what has the focus.
        const group = target.closest('.MuiFormControl-root, .MuiFormControlLabel-root') ?? target;
        const own = target.matches(FIELDS) ? [target] : [];
        for (const field of new Set<Field>([...own, ...group.querySelectorAll<Field>(FIELDS)]))
          if (!field.matches(SEARCH) && !before.has(field)) before.set(field, held(field));
      },
    },
    changed: () => [...before].some(([field, value]) => field.isConnected && held(field) !== value),
    /** A text that cannot be taken is in no form's value, and is lost all the same. */
    refused: () =>
      [...before.keys()].some(
        (field) => field.isConnected && (field as Partial<HTMLInputElement>).validity?.customError === true,
      ),
    forget: () => before.clear(),
  };
}

function held(field: Field): string {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
    return String(field.checked);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field.textContent ?? '';
}
