import { randomInt } from 'node:crypto';
import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { PublicContext } from '../../context.ts';
import { usedCaptchas } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { CLOCK_OFF, isAlive } from '../lifetime.ts';
import { installationSecret } from '../secrets.ts';

/** How long a challenge is valid, in milliseconds; afterwards the widget requests another one. */
export const CAPTCHA_LIFE = 10 * 60 * 1000;
/** Takes about a second on one core of a phone. */
export const captchaWork = { algorithm: 'PBKDF2/SHA-256', cost: 1000, leastSteps: 1000, mostSteps: 3000 };

type Ctx = Pick<PublicContext, 'db' | 'now' | 'settings' | 'app'>;

/** A proof-of-work challenge for the browser, in the format that the altcha widget reads. */
export async function captchaChallenge({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const secret = await installationSecret(db);
  return createChallenge({
    algorithm: captchaWork.algorithm,
    cost: captchaWork.cost,
    counter: randomInt(captchaWork.leastSteps, captchaWork.mostSteps),
    deriveKey,
    // The library itself knows no tolerance, so what it checks ends later.
    expiresAt: new Date(now().getTime() + CAPTCHA_LIFE + CLOCK_OFF),
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: `${secret}:key`,
  });
}

/**
 * Whether the caller has done the proof of work. A wrong or already used proof is refused. A missing one is refused where it
 * is required: on our own login page, recognised by the App header. Other clients do not know about it, and wait longer
 * between attempts instead.
 */
export async function checkCaptcha(ctx: Ctx, given: string | undefined, demanded: boolean): Promise<boolean> {
  if (!ctx.settings.captcha) return true;
  if (!given) {
    if (demanded) throw wrongCaptcha();
    return false;
  }
  const payload = read(given);
  if (!payload || !isInTime(ctx, payload)) throw wrongCaptcha();
  if (!(await isSolved(ctx, payload)) || !(await isFirstUse(ctx, payload))) throw wrongCaptcha();
  return true;
}

const wrongCaptcha = () =>
  refused('VERIFICACAO_INVALIDA', 'A verificação não foi concluída ou expirou. Faça-a de novo.', {
    captcha: 'Faça a verificação de novo.',
  });

function read(given: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(given, 'base64').toString('utf8')) as Payload;
    const parts = [payload.challenge.parameters, payload.solution];
    const signed = typeof payload.challenge.signature === 'string';
    return signed && parts.every((part) => typeof part === 'object' && part !== null) ? payload : null;
  } catch {
    return null;
  }
}

const isInTime = ({ now }: Ctx, { challenge }: Payload) =>
  isAlive(new Date((challenge.parameters.expiresAt ?? 0) * 1000 - CLOCK_OFF), CAPTCHA_LIFE, now());

async function isSolved({ db }: Ctx, { challenge, solution }: Payload): Promise<boolean> {
  const secret = await installationSecret(db);
  const verdict = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: `${secret}:key`,
  }).catch(() => ({ verified: false }));
  return verdict.verified;
}

/** If two processes get the same proof at once, the first one's row makes the second refuse it. */
async function isFirstUse({ db, now }: Ctx, { challenge }: Payload): Promise<boolean> {
  const marked = await db
    .insert(usedCaptchas)
    .values({
      challenge: challenge.parameters.nonce,
      expiresAt: new Date(now().getTime() + 2 * CAPTCHA_LIFE),
    })
    .onConflictDoNothing()
    .returning({ challenge: usedCaptchas.challenge });
  return marked.length === 1;
}
