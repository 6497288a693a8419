import Box from '@mui/material/Box';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useInstallation } from './useInstallation.ts';

/** The widget comes with the page that needs it, not with the console. */
const CaptchaWidget = lazy(async () => ({ default: (await import('./CaptchaWidget.tsx')).CaptchaWidget }));

export interface CaptchaState {
  needed: boolean;
  /** Grows to have a new challenge solved. */
  round: number;
  solved: (payload: string) => void;
  /** Waits for the proof; undefined where none is asked for. */
  proof: () => Promise<string | undefined>;
  /** A challenge is good for one attempt. */
  reset: () => void;
}

export function useCaptcha(): CaptchaState {
  const { data } = useInstallation();
  const needed = data?.captcha ?? false;
  const [round, setRound] = useState(0);
  const pending = useRef(unsolved());
  const reset = useCallback(() => {
    pending.current = unsolved();
    setRound((n) => n + 1);
  }, []);
  const solved = useCallback((payload: string) => pending.current.resolve(payload), []);
  const proof = async () => (needed ? pending.current.promise : undefined);
  return { needed, round, solved, proof, reset };
}

function unsolved() {
  let resolve: (payload: string) => void = () => {};
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Proof of work that runs by itself while the form is filled in; nothing leaves this server. */
export function Captcha({ captcha }: { captcha: CaptchaState }) {
  if (!captcha.needed) return null;
  return (
    <Box sx={{ minHeight: 72 }}>
      <Suspense fallback={null}>
        <CaptchaWidget key={captcha.round} onSolved={captcha.solved} />
      </Suspense>
    </Box>
  );
}
