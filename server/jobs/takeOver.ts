import { setTimeout as pause } from 'node:timers/promises';

/** Long work that some process has begun, with whatever changes as it goes on. */
export interface UnderWay {
  id: string;
  state: string;
}

interface TakingOver {
  /** What is under way in any process. */
  look: () => Promise<readonly UnderWay[]>;
  /** Goes on with it to its end. */
  run: (id: string) => Promise<void>;
  /** Whether this process is at it. */
  isOwn: (id: string) => boolean;
  ending: AbortSignal;
  onError: (error: Error) => void;
}

/** Milliseconds between two looks, and for how long work must stand still before its process counts as dead. */
export const takeOverTimes = { look: 2_000, still: 5_000 };

/**
 * Goes on with work whose process was killed, in whichever process sees first that it stands still. Nobody's clock is
 * compared: it is watched from here. If its process was only slow, both are at it for a moment, which its positions allow.
 */
export async function takeOverAbandoned({ look, run, isOwn, ending, onError }: TakingOver): Promise<void> {
  let seen = new Map<string, { state: string; since: number }>();
  while (!ending.aborted) {
    await pause(takeOverTimes.look, undefined, { signal: ending }).catch(() => {});
    if (ending.aborted) return;
    try {
      const at = performance.now();
      const now = new Map<string, { state: string; since: number }>();
      for (const { id, state } of await look()) {
        const before = seen.get(id);
        now.set(id, before?.state === state ? before : { state, since: at });
      }
      seen = now;
      for (const [id, { since }] of now)
        if (at - since >= takeOverTimes.still && !isOwn(id) && !ending.aborted) await run(id);
    } catch (error) {
      onError(error as Error);
    }
  }
}
