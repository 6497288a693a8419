import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { CallFailure } from '#data/http.ts';
import { Button } from '#ui/components/Button.tsx';
import { useUnsaved } from '../components/frame/unsaved.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import {
  type ActResult,
  createEntryQueue,
  type Entry,
  type EntryAnswer,
  type EntryQueue,
  loadUnsentInput,
  storeUnsentInput,
} from './entryQueue.ts';

/** Contains at least the field's text. */
export interface RequestedText {
  text: string;
}

interface Options<Requested extends RequestedText, Found> {
  /** Name of the field within its record ('orcamento-12'), under which pending entries are found again after a reload. */
  name?: string;
  ask: (requested: Requested) => Promise<EntryAnswer<Found>>;
  act: (found: Found, requested: Requested) => Promise<ActResult<Requested>> | ActResult<Requested>;
}

interface EntryField<Requested, Found> {
  entries: readonly Entry<Requested>[];
  enter: EntryQueue<Requested, Found>['enter'];
  again: EntryQueue<Requested, Found>['again'];
  replace: EntryQueue<Requested, Found>['replace'];
  forget: EntryQueue<Requested, Found>['forget'];
  /** Shows what another place was given and could not complete. */
  restore: EntryQueue<Requested, Found>['restore'];
}

/** Every search confirmed with Enter uses one of these; EntryStatus shows what is pending and what has failed. */
export function useEntryQueue<Requested extends RequestedText, Found>({
  name,
  ...given
}: Options<Requested, Found>): EntryField<Requested, Found> {
  const [entries, setEntries] = useState<readonly Entry<Requested>[]>([]);
  const ask = useStableCallback(given.ask);
  const act = useStableCallback(given.act);
  const ref = useRef<EntryQueue<Requested, Found>>(undefined);
  ref.current ??= createEntryQueue<Requested, Found>({
    ask: (requested) => ask(requested),
    act: (found, requested) => act(found, requested),
    isPassing,
    textOf: (error) => (error instanceof Error && error.message) || 'Não foi possível buscar.',
    onChange: (next) => {
      setEntries(next);
      if (name === undefined) return;
      // Entries being acted on are kept by the action itself.
      const left = next.filter(({ state }) => state !== 'incluindo');
      storeUnsentInput(
        name,
        left.map(({ requested, problem, instead }) => ({ requested, problem, instead })),
        left.length === 0,
      );
    },
    wait: pause,
  });
  const queue = ref.current;
  useEffect(() => {
    const left = name === undefined ? null : loadUnsentInput(name);
    if (Array.isArray(left))
      queue.restore(left.filter(isLeft) as Pick<Entry<Requested>, 'requested' | 'problem' | 'instead'>[]);
  }, [name, queue]);
  useUnsaved(
    entries.some(({ state }) => state === 'esperando'),
    name !== undefined,
  );
  return {
    entries,
    enter: queue.enter,
    again: useStableCallback((id: string) => queue.again(id)),
    replace: useStableCallback((id: string, requested: Requested) => queue.replace(id, requested)),
    forget: queue.forget,
    restore: queue.restore,
  };
}

const isPassing = (error: unknown) =>
  error instanceof CallFailure && (error.status === 0 || error.status >= 500 || error.status === 429);

/** Waits until the time has passed or the network is back. */
const pause = (ms: number) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      done();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
  });

const isLeft = (left: unknown): boolean =>
  typeof (left as { requested?: { text?: unknown } } | null)?.requested?.text === 'string';

/** Entries that are not completed: pending ones on one line, and each failure by name. */
export function EntryStatus<Requested extends RequestedText, Found>({
  field,
}: {
  field: EntryField<Requested, Found>;
}) {
  const waiting = field.entries.filter(({ state }) => state !== 'falhou');
  const failed = field.entries.filter(({ state }) => state === 'falhou');
  return (
    <>
      <Box
        role="status"
        sx={{
          fontSize: 12,
          color: 'text.secondary',
          overflowWrap: 'anywhere',
          '&:empty': { display: 'none' },
        }}
      >
        {waiting.length > 0 && `Incluindo: ${waiting.map(({ requested }) => requested.text).join(', ')}`}
      </Box>
      {failed.map(({ id, requested, problem, instead = [] }) => (
        <Alert
          key={id}
          severity="error"
          sx={{
            py: 0,
            flexWrap: 'wrap',
            '& .MuiAlert-message': { flex: '1 1 160px', overflowWrap: 'anywhere' },
          }}
          action={
            <>
              {instead.map((other) => (
                <Button
                  key={other.label}
                  color="inherit"
                  size="small"
                  onClick={() => field.replace(id, other.requested)}
                >
                  {other.label}
                </Button>
              ))}
              {instead.length === 0 && (
                <Button
                  color="inherit"
                  size="small"
                  aria-label={`Tentar novamente ${requested.text}`}
                  onClick={() => field.again(id)}
                >
                  Tentar novamente
                </Button>
              )}
              <Button
                color="inherit"
                size="small"
                aria-label={`Dispensar ${requested.text}`}
                onClick={() => field.forget(id)}
              >
                Dispensar
              </Button>
            </>
          }
        >
          <strong>{requested.text}</strong>: {problem}
        </Alert>
      ))}
    </>
  );
}
