interface Ending {
  signal: AbortSignal;
  end: () => void;
  /** Must be called once the work is over, to clear the timer and the listener on the other signal. */
  release: () => void;
}

/**
 * A signal for one call or wait, aborted by another signal, after a number of milliseconds, or by hand. `AbortSignal.any`
 * does not work here: on Node 20 a signal that lives as long as the process keeps an entry for each signal derived from it,
 * and for one derived from `AbortSignal.timeout` the timer may be garbage collected, so that it never fires
 * (nodejs/node#57736).
 */
export function abortSignalWith(other: AbortSignal | undefined, milliseconds?: number): Ending {
  const own = new AbortController();
  const follow = () => own.abort(other?.reason);
  const tooLate = () => own.abort(new DOMException('It took too long', 'TimeoutError'));
  const timer = milliseconds === undefined ? undefined : setTimeout(tooLate, milliseconds).unref();
  if (other?.aborted) follow();
  else other?.addEventListener('abort', follow, { once: true });
  return {
    signal: own.signal,
    end: () => own.abort(),
    release: () => {
      clearTimeout(timer);
      other?.removeEventListener('abort', follow);
    },
  };
}
