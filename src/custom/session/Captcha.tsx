import Box from '@mui/material/Box';
import { Suspense, useCallback, useRef, useState } from 'react';
import { CallFailure } from '#data/http.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useInstallation } from '#ui/shell/useInstallation.ts';

/** The widget is loaded with the page that needs it, not with the console. */
const CaptchaWidget = lazyScreen(() => import('./CaptchaWidget.tsx'), 'CaptchaWidget');

interface CaptchaState {
  needed: boolean;
  /** Incremented to request a new challenge. */
  round: number;
  solved: (payload: string) => void;
  /** Called when the challenge could not be fetched or solved; rejects the pending proof. */
  failed: () => void;
  /** Resolves to the proof, or to undefined when none is required. Rejects when no proof can be obtained. */
  proof: () => Promise<string | undefined>;
  /** Discards the challenge, since each is valid for one attempt only. */
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
  const failed = useCallback(() => pending.current.reject(), []);
  const proof = async () => {
    if (!needed) return undefined;
    try {
      return await pending.current.promise;
    } catch (failure) {
      reset();
      throw failure;
    }
  };
  return { needed, round, solved, failed, proof, reset };
}

function unsolved() {
  let resolve: (payload: string) => void = () => {};
  let reject = () => {};
  const promise = new Promise<string>((done, refuse) => {
    resolve = done;
    reject = () => refuse(new CallFailure(0, NO_PROOF));
  });
  // It may reject before any caller awaits it.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

const NO_PROOF = 'Não foi possível verificar este navegador. Confira a conexão e tente de novo.';

/** A proof of work that is computed automatically while the form is being filled in; nothing leaves this server. */
export function Captcha({ captcha }: { captcha: CaptchaState }) {
  if (!captcha.needed) return null;
  return (
    <Box sx={{ minHeight: 24, '--altcha-padding': '0px', '--altcha-border-width': '0px' }}>
      <Suspense fallback={null}>
        <CaptchaWidget
          key={captcha.round}
          onSolved={captcha.solved}
          onFailed={captcha.failed}
          onExpired={captcha.reset}
        />
      </Suspense>
    </Box>
  );
}
