import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useUnsaved } from '../components/frame/unsaved.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import {
  createEntryQueue,
  type Entry,
  type EntryAnswer,
  type EntryQueue,
  loadUnsentInput,
  storeUnsentInput,
} from './entryQueue.ts';

/** Contains at least the field's text. */
export interface AskedText {
  text: string;
}

interface Options<Asked extends AskedText, Found> {
  /** Name of the field within its record ('orcamento-12'), under which pending entries are found again after a reload. */
  name?: string;
  ask: (asked: Asked) => Promise<EntryAnswer<Found>>;
  act: (found: Found, asked: Asked) => Promise<string | null> | string | null;
}

interface EntryField<Asked, Found> {
  entries: readonly Entry<Asked>[];
  enter: EntryQueue<Asked, Found>['enter'];
  again: EntryQueue<Asked, Found>['again'];
  forget: EntryQueue<Asked, Found>['forget'];
}

/** Every search confirmed with Enter uses one of these; EntryStatus shows what is pending and what has failed. */
export function useEntryQueue<Asked extends AskedText, Found>({
  name,
  ...given
}: Options<Asked, Found>): EntryField<Asked, Found> {
  const [entries, setEntries] = useState<readonly Entry<Asked>[]>([]);
  const ask = useStableCallback(given.ask);
  const act = useStableCallback(given.act);
  const ref = useRef<EntryQueue<Asked, Found>>(undefined);
  ref.current ??= createEntryQueue<Asked, Found>({
    ask: (asked) => ask(asked),
    act: (found, asked) => act(found, asked),
    isPassing,
    textOf: (error) => (error instanceof Error && error.message) || 'Não foi possível buscar.',
    onChange: (next) => {
      setEntries(next);
      if (name === undefined) return;
      // Entries being acted on are kept by the action itself.
      const left = next.filter(({ state }) => state !== 'incluindo');
      storeUnsentInput(
        name,
        left.map(({ asked, problem }) => ({ asked, problem })),
        left.length === 0,
      );
    },
    wait: pause,
  });
  const queue = ref.current;
  useEffect(() => {
    const left = name === undefined ? null : loadUnsentInput(name);
    if (Array.isArray(left)) queue.restore(left.filter(isLeft) as { asked: Asked; problem?: string }[]);
  }, [name, queue]);
  useUnsaved(
    entries.some(({ state }) => state === 'esperando'),
    name !== undefined,
  );
  return {
    entries,
    enter: queue.enter,
    again: useStableCallback((id: string) => queue.again(id)),
    forget: queue.forget,
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
  typeof (left as { asked?: { text?: unknown } } | null)?.asked?.text === 'string';

/** Entries that are not completed: pending ones on one line, and each failure by name. */
export function EntryStatus<Asked extends AskedText, Found>({ field }: { field: EntryField<Asked, Found> }) {
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
        {waiting.length > 0 && `Incluindo: ${waiting.map(({ asked }) => asked.text).join(', ')}`}
      </Box>
      {failed.map(({ id, asked, problem }) => (
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
              <Button
                color="inherit"
                size="small"
                aria-label={`Tentar de novo ${asked.text}`}
                onClick={() => field.again(id)}
              >
                Tentar de novo
              </Button>
              <Button
                color="inherit"
                size="small"
                aria-label={`Dispensar ${asked.text}`}
                onClick={() => field.forget(id)}
              >
                Dispensar
              </Button>
            </>
          }
        >
          <strong>{asked.text}</strong>: {problem}
        </Alert>
      ))}
    </>
  );
}
