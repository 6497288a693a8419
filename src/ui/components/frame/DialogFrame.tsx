import type { ButtonProps } from '@mui/material/Button';
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { formControlClasses } from '@mui/material/FormControl';
import { formControlLabelClasses } from '@mui/material/FormControlLabel';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  memo,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { focusHeadingIfLost, lastFocused } from '../../shell/focus.ts';
import { withQuietLists } from '../../theme/components.ts';
import { useIsPhone } from '../../theme/windowWidth.ts';
import { Button } from '../Button.tsx';
import { steady } from '../steady.tsx';
import { useStableCallback } from '../useStableCallback.ts';
import { useBrowserBack } from './browserBack.ts';
import { DiscardDialog } from './DiscardDialog.tsx';
import { focusFirstField } from './firstField.ts';
import { type UnsavedGuard, UnsavedGuardContext, useUnsaved } from './unsaved.ts';

interface DialogFrameProps extends Omit<DialogProps, 'onClose' | 'ref' | 'fullScreen'> {
  /** 'phone' for a dialog that a phone's window has no room around. */
  fullScreen?: boolean | 'phone';
  /** Called for Escape, the backdrop and every close button; absent while the dialog must stay open. */
  onClose?: (() => void) | undefined;
  /** The cell of a table over which it lies, with what is typed there; on a phone it is a dialog like any other. */
  cell?: HTMLElement | undefined;
  /** False when every input takes effect immediately, as in filters, so that nothing can be lost. */
  confirmsDiscard?: boolean;
}

/** Runs an action within the surrounding dialog, asking first if something would be lost. */
const LeaveContext = createContext<(go: () => void) => void>((go) => go());

export const useDialogLeave = () => useContext(LeaveContext);

/** Closes the surrounding dialog, asking first if something would be lost; `null` while it must stay open. */
const CloseContext = createContext<(() => void) | null>(null);

/** The second click of a double click on the opener lands on the backdrop and must not close the dialog. */
const DOUBLE_CLICK_MS = 500;

function useSettled(open: boolean) {
  const since = useRef(0);
  useEffect(() => {
    if (open) since.current = performance.now();
  }, [open]);
  return () => performance.now() - since.current > DOUBLE_CLICK_MS;
}

/**
 * An opener that was busy while the dialog opened gets the focus back. If it is gone, as after the only possible answer, the
 * page's heading gets it.
 */
function useFocusAfter(open: boolean) {
  // The dialog takes the focus before its effects run.
  const opener = useMemo(() => (open ? lastFocused() : null), [open]);
  useEffect(() => {
    if (!open) return;
    return () => {
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        opener?.focus({ preventScroll: true });
        focusHeadingIfLost();
      });
    };
  }, [open, opener]);
}

/**
 * The frame of every dialog: it begins in its first field, unless another element has `autoFocus`, and unsaved input is never
 * discarded without a question (`useUnsavedGuard`). A key in the form around a closed one does not render it.
 */
export const DialogFrame = memo(OpenFrame, (one, other) => !one.open && !other.open);

function OpenFrame(given: DialogFrameProps) {
  const { onClose, confirmsDiscard = true, children, fullScreen = false, cell, ...props } = given;
  const isPhone = useIsPhone();
  const [place] = useState(() => (cell && !isPhone ? placeOver(cell) : undefined));
  const { leave, frame, watch } = useUnsavedGuard();
  const closing = useStableCallback(() => onClose && leave(onClose));
  // Of a permanent identity, so that what is typed in the dialog does not render its buttons.
  const close = onClose && closing;
  const settled = useSettled(props.open);
  useFocusAfter(props.open);
  const root = useRef<HTMLDivElement>(null);
  const [begun, setBegun] = useState(false);
  const defaults = useDialogDefaults(begun);
  const content = (
    <LeaveContext value={leave}>
      <CloseContext value={close ?? null}>
        <BackCloses open={props.open} close={close} />
        <DefaultPropsProvider value={defaults}>{frame(children as ReactNode)}</DefaultPropsProvider>
      </CloseContext>
    </LeaveContext>
  );
  return (
    <ContentContext value={content}>
      <SteadyDialog
        {...props}
        {...place}
        fullScreen={fullScreen === 'phone' ? isPhone : fullScreen}
        ref={root}
        {...(confirmsDiscard && watch)}
        onClose={(_event, reason) => (reason !== 'backdropClick' || settled()) && close?.()}
      >
        <Content />
        <FirstField root={root} onBegun={setBegun} />
      </SteadyDialog>
    </ContentContext>
  );
}

const CELL_WIDTH = 320;

/** The least distance from the window's edges. */
const EDGE = 8;

/** Over the cell, and within the window: it grows away from the nearer edge, and scrolls at the other one. */
function placeOver(cell: HTMLElement): Pick<DialogProps, 'slotProps' | 'transitionDuration'> {
  const { left, top, bottom, width } = (cell.closest('td, th') ?? cell).getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const isLow = top > innerHeight / 2;
  const above = Math.max(EDGE, top);
  const below = Math.max(EDGE, innerHeight - bottom);
  const fits = Math.max(width, CELL_WIDTH);
  return {
    transitionDuration: 0,
    slotProps: {
      backdrop: { invisible: true },
      paper: {
        elevation: 8,
        sx: {
          position: 'fixed',
          width: fits,
          left: Math.max(EDGE, Math.min(left, innerWidth - fits - EDGE)),
          ...(isLow ? { bottom: below } : { top: above }),
          // The theme keeps every dialog away from the top, more specifically than a class alone would.
          '&&&': { m: 0, maxHeight: innerHeight - EDGE - (isLow ? below : above) },
        },
      },
    },
  };
}

/** Backdrop, paper, transition and focus trap, which a key in the dialog does not render. */
const SteadyDialog = steady<DialogProps>(Dialog);

const ContentContext = createContext<ReactNode>(null);
const Content = () => useContext(ContentContext);

/**
 * 'Back' of the browser closes the dialog instead of leaving the page below it. Rendered before the content, whose own steps
 * come first.
 */
function BackCloses({ open, close }: { open: boolean; close: (() => void) | undefined }) {
  useBrowserBack(open, () => close?.());
  return null;
}

interface FirstFieldProps {
  root: RefObject<HTMLDivElement | null>;
  onBegun: (begun: boolean) => void;
}

/**
 * Rendered with the content, so that it runs once that is in the page, and before the dialog itself takes the focus. Only a
 * dialog with lists of suggestions is told that it has begun, because that draws it a second time.
 */
function FirstField({ root, onBegun }: FirstFieldProps) {
  useEffect(() => {
    const dialog = root.current;
    if (!dialog) return;
    const begin = () => {
      if (dialog.querySelector('[aria-autocomplete]')) onBegun(true);
      else dialog.addEventListener('focusin', begin, { once: true });
    };
    const stop = focusFirstField(dialog, begin);
    return () => {
      stop();
      dialog.removeEventListener('focusin', begin);
      onBegun(false);
    };
  }, [root, onBegun]);
  return null;
}

type Defaults = ComponentProps<typeof DefaultPropsProvider>['value'];

function useDialogDefaults(begun: boolean): Defaults {
  const { components = {} } = useTheme();
  // Its type only knows props, but it is given the theme's components by the theme itself.
  return useMemo(() => (begun ? components : withQuietLists(components)) as Defaults, [begun, components]);
}

interface UnsavedProps {
  active: boolean;
  kept?: boolean;
  drafted?: boolean;
}

/** Reports from within a dialog that its form has unsaved input. */
export function Unsaved({ active, kept = false, drafted = false }: UnsavedProps) {
  useUnsaved(active, kept, drafted);
  return null;
}

export const useDialogClose = () => useContext(CloseContext) ?? (() => {});

/** The 'Cancelar' and 'Fechar' buttons of a dialog. */
export function CloseButton({ disabled = false, ...props }: Omit<ButtonProps, 'onClick'>) {
  const close = useContext(CloseContext);
  const color = props.variant ? 'primary' : 'inherit';
  return <Button color={color} {...props} disabled={disabled || !close} onClick={close ?? undefined} />;
}

/** The close icon of a dialog. */
export function CloseCross({ disabled = false, ...props }: Omit<IconButtonProps, 'onClick'>) {
  const close = useContext(CloseContext);
  return (
    <IconButton aria-label="Fechar" {...props} disabled={disabled || !close} onClick={close ?? undefined} />
  );
}

interface LeaveFrameState {
  /** Runs the action immediately, or after asking if unsaved input would be lost. */
  leave: (go: () => void) => void;
  /** Wraps the frame's content. */
  frame: (children: ReactNode) => ReactNode;
  /** Props for the element around the fields. */
  watch: ReturnType<typeof trackFieldChanges>['watch'];
}

/**
 * The common rule for dialogs and panels: closing asks first if there is unsaved input, however it is closed. A form can
 * report whether it has any (`useUnsaved`); for one that reports nothing, the fields themselves are compared.
 */
function useUnsavedGuard(): LeaveFrameState {
  const around = useContext(UnsavedGuardContext);
  const forms = useRef(new Map<symbol, boolean>());
  const [words] = useState(trackFieldChanges);
  const [going, setGoing] = useState<(() => void) | null>(null);
  const context = useMemo<UnsavedGuard>(
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
    <UnsavedGuardContext value={context}>
      {children}
      {going && (
        <DiscardDialog
          onStay={() => setGoing(null)}
          onGo={() => {
            setGoing(null);
            words.forget();
            going();
          }}
        />
      )}
    </UnsavedGuardContext>
  );
  return { leave, frame, watch: words.watch };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

/** A search text or a selected row leads to something but is not itself worth keeping. */
const SEARCH =
  'input[type="search"], [role="searchbox"], [role="search"] *, tr input[type="checkbox"], [role="row"] input[type="checkbox"]';

const FIELDS = 'input, textarea, [contenteditable="true"]';

const CONTROL = `.${formControlClasses.root}, .${formControlLabelClasses.root}`;

/**
 * Compares the fields of a frame with their values when they first received the focus. Fields that have their original value
 * again, search fields, and fields no longer in the page do not count as changed.
 */
function trackFieldChanges() {
  const before = new Map<Field, string>();
  return {
    watch: {
      onFocusCapture({ target }: FocusEvent<HTMLElement>) {
        // A select or a switch keeps its value in an input beside the focused element.
        const group = target.closest(CONTROL) ?? target;
        const own = target.matches(FIELDS) ? [target] : [];
        for (const field of new Set<Field>([...own, ...group.querySelectorAll<Field>(FIELDS)]))
          if (!field.matches(SEARCH) && !before.has(field)) before.set(field, fieldState(field));
      },
    },
    changed: () => [...before].some(([field, value]) => field.isConnected && fieldState(field) !== value),
    /** An invalid text is in no form's value, but would still be lost. */
    refused: () =>
      [...before.keys()].some(
        (field) => field.isConnected && (field as Partial<HTMLInputElement>).validity?.customError === true,
      ),
    forget: () => before.clear(),
  };
}

function fieldState(field: Field): string {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
    return String(field.checked);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field.textContent ?? '';
}
