import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useUnsaved } from './unsaved.ts';
import { useLeaveFrame } from './useLeaveFrame.tsx';

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
