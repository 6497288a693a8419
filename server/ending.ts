interface Ending {
  signal: AbortSignal;
  end: () => void;
  /** To be called when what might have ended is over: nothing is left on the timer and on the other signal. */
  letGo: () => void;
}

/**
 * A signal of one call or wait: aborted with another one, after so many milliseconds, or by hand. `AbortSignal.any` is not
 * it: on Node 20 a signal as old as the process keeps an entry for each that was made of it, and of one made of
 * `AbortSignal.timeout` the timer may be collected, so that it never ends (nodejs/node#57736).
 */
export function endingWith(other: AbortSignal | undefined, milliseconds?: number): Ending {
  const own = new AbortController();
  const follow = () => own.abort(other?.reason);
  const tooLate = () => own.abort(new DOMException('It took too long', 'TimeoutError'));
  const timer = milliseconds === undefined ? undefined : setTimeout(tooLate, milliseconds).unref();
  if (other?.aborted) follow();
  else other?.addEventListener('abort', follow, { once: true });
  return {
    signal: own.signal,
    end: () => own.abort(),
    letGo: () => {
      clearTimeout(timer);
      other?.removeEventListener('abort', follow);
    },
  };
}
