import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Button } from '#ui/components/Button.tsx';
import { ListSkeleton } from './skeletons.tsx';

interface StateMessageProps {
  icon?: ReactNode;
  title: string;
  /** What happened, or why it is so, and what to do. Line breaks from the server are kept. */
  text?: ReactNode;
  /** Buttons for what to do next. */
  actions?: ReactNode;
  /** A small last line: the id of an error. */
  note?: ReactNode;
  role?: 'alert' | 'status';
  /** Whether the message is the whole screen, which makes its title the page heading. */
  page?: boolean;
}

/** The common layout of the empty, error, forbidden and unknown-path states. */
export function StateMessage({ icon, title, text, actions, note, role, page = false }: StateMessageProps) {
  return (
    <Box
      role={role}
      sx={({ vars: { palette } }) => ({
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
        maxWidth: 480,
        mx: 'auto',
        px: 6,
        py: page ? 20 : 10,
        color: palette.components.textoSecundario,
        '& > svg': { fontSize: 32, mb: 3, color: palette.components.textoFraco },
      })}
    >
      {icon}
      <Typography
        variant="h2"
        component={page ? 'h1' : 'p'}
        sx={{ mb: 1, color: (t) => t.vars.palette.components.texto, textWrap: 'balance' }}
      >
        {title}
      </Typography>
      {text && (
        <Typography component="div" sx={{ whiteSpace: 'pre-line', textWrap: 'pretty' }}>
          {text}
        </Typography>
      )}
      {actions && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, mt: 5 }}>
          {actions}
        </Box>
      )}
      {note && (
        <Typography variant="caption" component="p" sx={{ mt: 4 }}>
          {note}
        </Typography>
      )}
    </Box>
  );
}

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  /** Whether the content from before the failure stays below the error, which then takes one line. */
  kept: boolean;
}

/** A failed load: shows what happened, and offers a retry. */
function ErrorState({ error, onRetry, kept }: ErrorStateProps) {
  const text = errorText(error);
  const id = requestIdOf(error);
  const protocol = id && `Protocolo ${id}`;
  const retry = (
    <Button {...(kept ? { color: 'error', size: 'small' } : { variant: 'outlined' })} onClick={onRetry}>
      Tentar novamente
    </Button>
  );
  if (kept)
    return (
      <Alert severity="error" sx={ABOVE} action={retry}>
        {[text, STALE, protocol].filter(Boolean).join('\n')}
      </Alert>
    );
  return (
    <StateMessage
      role="alert"
      icon={<ErrorOutlined />}
      title="Não foi possível carregar"
      text={text}
      note={protocol}
      actions={retry}
    />
  );
}

/** On a phone the button stands below the text, which would have half the width beside it. */
const ABOVE = { mb: 2, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 200px' } };

/** The cause alone would not say that what is shown was true before. */
const STALE = 'O que está abaixo pode estar desatualizado.';

/** What a request was answered, as from `useRoute` or `useListController`. */
export interface Answer<T = unknown> {
  data?: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface FailureProps {
  answer: Answer;
  /** What to say instead if there is no such record, or it is out of scope, which is the same to the person. */
  missing?: ReactNode;
}

/** Why a request failed, if it did: in the place of what it was to show, or in a line above what an earlier answer shows. */
export const Failure = ({ answer: { data, error, refetch }, missing }: FailureProps) => {
  if (!error) return null;
  if (missing && data === undefined && isMissing(error)) return missing;
  return <ErrorState error={error} onRetry={() => void refetch()} kept={data !== undefined} />;
};

export const isMissing = (error: unknown): boolean => (error as { status?: unknown } | null)?.status === 404;

/** Several requests as one, which is answered once each of them is. */
export const together = (...answers: readonly Answer[]): Answer<true> => ({
  data: answers.every(({ data }) => data !== undefined) ? true : undefined,
  error: answers.find(({ error }) => error)?.error,
  refetch: () => Promise.all(answers.map(({ refetch }) => refetch())),
});

interface AnsweredProps<T> extends FailureProps {
  answer: Answer<T>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part of a page that consists of one answer: loading, failed with a retry, or shown, also when a later request fails. */
export const Answered = <T,>({
  answer,
  missing,
  skeleton = <ListSkeleton rows={5} />,
  children,
}: AnsweredProps<T>) => (
  <>
    <Failure answer={answer} missing={missing} />
    {answer.data === undefined ? !answer.error && skeleton : children(answer.data)}
  </>
);

/** Nothing to show: says why, and offers the next step. */
export function EmptyState({ icon = <InboxOutlined />, ...rest }: Omit<StateMessageProps, 'role' | 'note'>) {
  return <StateMessage icon={icon} role="status" {...rest} />;
}

/** The possible contents of a refused or failed call; the server's own message takes precedence. */
interface Failed {
  message?: unknown;
  requestId?: unknown;
  body?: unknown;
}
interface FailedBody {
  requestId?: unknown;
}

/** The message to show for any thrown value. */
export function errorText(error: unknown): string {
  if (isMissingPart(error)) return 'Esta parte do console não carregou. Carregue a página de novo.';
  const message = typeof error === 'string' ? error : (error as Failed | null)?.message;
  if (typeof message !== 'string' || message === '' || isOfTheBrowser(error))
    return 'Ocorreu um erro desconhecido!';
  return message;
}

/** Errors of the browser are in its own words, mostly English; everybody else's sentence is meant for the person. */
const isOfTheBrowser = (error: unknown): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError, DOMException].some((kind) => error instanceof kind);

/** A part of the console that the browser could not load: the network failed, or an update replaced it. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|unable to preload/i.test(error.message);

/** The message shown beside a form; undefined when one of its displayed fields already shows the same. */
export function textBesideFields(error: unknown, shown: readonly string[]): string | undefined {
  const text = errorText(error);
  const fields = (error as { fields?: Readonly<Record<string, string>> } | null)?.fields ?? {};
  return shown.some((name) => fields[name] === text) ? undefined : text;
}

/** The id of the failure in the server's log, if the server responded at all. */
export function requestIdOf(error: unknown): string | undefined {
  const failed = (error ?? {}) as Failed;
  const id = failed.requestId ?? (failed.body as FailedBody | null | undefined)?.requestId;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
