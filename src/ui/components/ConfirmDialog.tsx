import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle, { type DialogTitleProps } from '@mui/material/DialogTitle';
import { visuallyHidden } from '@mui/utils';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { CallFailure } from '#data/http.ts';
import { errorText } from '../shell/states/StateMessage.tsx';
import { Button } from './Button.tsx';
import { CopyButton } from './display/CopyButton.tsx';
import { FieldProblems, FieldProblemsContext, intoSight, useProblemFocus } from './fieldProblems.ts';
import { CloseButton, DialogFrame } from './frame/DialogFrame.tsx';
import { frameOf, revealInvalidField } from './inputs/typedGate.ts';
import { steady } from './steady.tsx';
import { useStableCallback } from './useStableCallback.ts';

/** Another way to end a dialog. While it runs nothing else can be pressed, and its failure is shown as that of the dialog. */
export interface DialogAside {
  label: string;
  icon?: ReactNode;
  tone?: 'error';
  run: () => void | Promise<void>;
}

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** Describes what will happen. */
  text?: ReactNode;
  /** A verb: 'Arquivar'. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Whether it cannot be confirmed yet. */
  disabled?: boolean;
  /** `error` for actions that cannot be undone. */
  tone?: 'primary' | 'error';
  /** `sm` for a form, which has the whole window of a phone. */
  width?: 'xs' | 'sm';
  /** The cell of a table over which it lies. */
  cell?: HTMLElement | undefined;
  /** Confirms by itself whenever this is another text: what was chosen, where a choice needs no button. */
  confirmsAt?: string | undefined;
  /** Another way to end it, at the other side of the buttons. */
  aside?: DialogAside | undefined;
  /**
   * The button shows progress while the promise is pending. A rejection's message is shown and the dialog stays open; those of
   * `FieldProblems` and of a refused call are shown at their fields (`useFieldProblem`).
   */
  onConfirm: () => void | Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
}

const NONE: Readonly<Record<string, string>> = {};

/** Asks for confirmation and says what the action will do. */
export const ConfirmDialog = memo(Question, (one, other) => !one.open && !other.open);

function Question(props: ConfirmDialogProps) {
  const {
    open,
    title,
    text,
    confirmLabel,
    cancelLabel = 'Cancelar',
    tone = 'primary',
    onCancel,
    aside,
  } = props;
  const titleId = useId();
  // Enter confirms a plain question, as in the system's own dialogs, but nothing that is irreversible.
  const confirmsOnEnter = tone === 'primary' && props.children === undefined;
  const [running, setRunning] = useState<'confirm' | 'aside' | null>(null);
  const busy = running !== null;
  const [problem, setProblem] = useState<string>();
  const [atFields, setAtFields] = useState(NONE);
  const [wasOpen, setWasOpen] = useState(open);
  // Opened again, it says nothing about the last attempt: a refusal belongs to what was asked then.
  if (open !== wasOpen) {
    setWasOpen(open);
    setProblem(undefined);
    setAtFields(NONE);
  }
  const shown = useRef(new Set<string>()).current;
  const problems = useMemo(() => ({ texts: atFields, shown }), [atFields, shown]);
  const content = useRef<HTMLDivElement>(null);
  const spoken = useProblemFocus(content, atFields, shown);
  const run = async (what: 'confirm' | 'aside', action: () => void | Promise<void>) => {
    setRunning(what);
    setProblem(undefined);
    setAtFields(NONE);
    try {
      await action();
    } catch (error) {
      const fields = error instanceof FieldProblems || error instanceof CallFailure ? error.fields : NONE;
      setAtFields(fields);
      setProblem(besideFields(error, fields, shown));
    } finally {
      setRunning(null);
    }
  };
  const confirm = () => run('confirm', props.onConfirm);
  const { confirmsAt } = props;
  const confirmNow = useStableCallback(() => {
    if (!busy) void confirm();
  });
  useEffect(() => {
    if (confirmsAt !== undefined) confirmNow();
  }, [confirmsAt, confirmNow]);
  const button = useReadyFocus(confirmsOnEnter && open && !props.disabled);
  const onKeyDown = (event: KeyboardEvent) => {
    if (busy || props.disabled || !confirmsOn(event, tone)) return;
    event.preventDefault();
    if (!revealInvalidField(frameOf(event.target as Element))) void confirm();
  };
  return (
    <DialogFrame
      open={open}
      onClose={busy ? undefined : onCancel}
      onKeyDown={onKeyDown}
      aria-labelledby={titleId}
      cell={props.cell}
      maxWidth={props.width ?? 'xs'}
      fullScreen={props.width === 'sm' && 'phone'}
      fullWidth
    >
      <Title id={titleId}>{title}</Title>
      {(text || props.children || problem) && (
        <DialogContent ref={content}>
          {text && (
            // More than words may be a list, which no paragraph holds.
            <DialogContentText component={typeof text === 'string' ? 'p' : 'div'}>{text}</DialogContentText>
          )}
          <span aria-live="polite" style={visuallyHidden}>
            {spoken}
          </span>
          <FieldProblemsContext.Provider value={problems}>{props.children}</FieldProblemsContext.Provider>
          {problem && (
            <DialogContentText
              ref={intoSight}
              role="alert"
              sx={{ mt: 2, whiteSpace: 'pre-line', color: 'error.main' }}
            >
              {problem}
            </DialogContentText>
          )}
        </DialogContent>
      )}
      <Answers
        aside={aside && { label: aside.label, icon: aside.icon, tone: aside.tone }}
        cancelLabel={cancelLabel}
        confirmLabel={confirmLabel}
        tone={tone}
        running={running}
        disabled={props.disabled === true}
        autoFocus={confirmsOnEnter}
        buttonRef={button}
        onAside={() => aside && void run('aside', aside.run)}
        onConfirm={() => void confirm()}
      />
    </DialogFrame>
  );
}

const Title = steady<DialogTitleProps>(DialogTitle);

interface AnswersProps extends Required<Pick<ConfirmDialogProps, 'cancelLabel' | 'confirmLabel' | 'tone'>> {
  aside: Omit<DialogAside, 'run'> | undefined;
  running: 'confirm' | 'aside' | null;
  disabled: boolean;
  autoFocus: boolean;
  buttonRef: Ref<HTMLButtonElement>;
  onAside: () => void;
  onConfirm: () => void;
}

/** The buttons, which a key in the fields above does not render. */
const Answers = steady((props: AnswersProps) => {
  const { aside, running, tone } = props;
  const busy = running !== null;
  return (
    <DialogActions sx={{ flexWrap: 'wrap', rowGap: 2 }}>
      {aside && (
        // On a phone it has a line of its own.
        <Box sx={{ flex: { xs: '1 0 100%', sm: 1 } }}>
          <Button
            color={aside.tone ?? 'primary'}
            startIcon={aside.icon}
            onClick={props.onAside}
            loading={running === 'aside'}
            loadingPosition={aside.icon ? 'start' : 'center'}
            disabled={busy}
          >
            {aside.label}
          </Button>
        </Box>
      )}
      <CloseButton disabled={busy}>{props.cancelLabel}</CloseButton>
      <Button
        ref={props.buttonRef}
        variant="contained"
        color={tone}
        onClick={props.onConfirm}
        loading={running === 'confirm'}
        disabled={busy || props.disabled}
        autoFocus={props.autoFocus}
      >
        {props.confirmLabel}
      </Button>
    </DialogActions>
  );
});

/** A button that could not have the focus when its dialog opened gets it once it can, unless something else has it by then. */
function useReadyFocus(isReady: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const frame = button.current?.closest('[role=dialog]');
    const focusedBefore = document.activeElement;
    // Without an element to begin with, the dialog holds the focus itself.
    if (isReady && frame && (focusedBefore === document.body || focusedBefore?.contains(frame)))
      button.current?.focus();
  }, [isReady]);
  return button;
}

/** What the fields do not say: the messages of those that are not shown here, or why the whole was refused. */
function besideFields(error: unknown, fields: Readonly<Record<string, string>>, shown: ReadonlySet<string>) {
  const elsewhere = Object.entries(fields).filter(([field]) => !shown.has(field));
  if (error instanceof FieldProblems) return elsewhere.map(([, message]) => message).join('\n');
  const isSaid = Object.keys(fields).length > 0 && elsewhere.length === 0;
  return isSaid ? undefined : errorText(error);
}

/** Fields of one line in which Enter has no meaning of its own. */
const PLAIN_FIELD =
  'input:not([type=checkbox], [type=radio], [type=file], [type=search], [type=button], [role=combobox])';

/** Whether a key confirms: Ctrl+Enter anywhere, Enter in a plain field unless the action is irreversible (docs/domain.md 19). */
function confirmsOn(event: KeyboardEvent, tone: 'primary' | 'error'): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return false;
  const target = event.target as Element;
  // Dialogs over this one are its descendants in React but not in the DOM.
  if (!event.currentTarget.contains(target)) return false;
  return event.ctrlKey || event.metaKey || (tone === 'primary' && target.matches(PLAIN_FIELD));
}

export interface GivenSecret {
  message: string;
  chave: string;
}

interface SecretDialogProps {
  title?: string;
  given: GivenSecret;
  onClose: () => void;
}

/** Shows a secret for the only time. */
export const SecretDialog = ({ title = 'Copie a chave', given, onClose }: SecretDialogProps) => (
  <ConfirmDialog
    open
    title={title}
    text={given.message}
    confirmLabel="Já copiei"
    cancelLabel="Fechar"
    onConfirm={onClose}
    onCancel={onClose}
  >
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 3 }}>
      <Box component="code" sx={{ overflowWrap: 'anywhere', fontSize: 14 }}>
        {given.chave}
      </Box>
      <CopyButton text={given.chave} label={title.replace('Copie', 'Copiar')} />
    </Box>
  </ConfirmDialog>
);
