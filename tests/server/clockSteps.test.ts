import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import {
  isReplyOf,
  readReplyAddress,
  replyAddress,
  unsubscribeToken,
} from '#server/adapters/mail/signedAddress.ts';
import { freightSealer, openSeal } from '#server/callcenter/freight/queries.ts';
import type { PublicContext } from '#server/context.ts';
import * as tables from '#server/db/tables/index.ts';
import {
  CAPTCHA_LIFE,
  captchaChallenge,
  captchaWork,
  checkCaptcha,
} from '#server/session/account/captcha.ts';
import { issueResetLink, openReset, RESET_MINUTES } from '#server/session/account/passwords.ts';
import { CLOCK_OFF } from '#server/session/lifetime.ts';
import { ATTEMPT_LIFE, openAttempt, redeemAttempt } from '#server/session/oidc/providerSignIn.ts';
import { CHALLENGE_LIFE } from '#server/session/passkeys/ceremony.ts';
import { openPending, PENDING_LIFE, takePending } from '#server/session/secondFactor/pending.ts';
import { installationSecret, newToken } from '#server/session/secrets.ts';
import { sweepSessions } from '#server/session/sweep.ts';
import { VirtualAuthenticator } from '../support/signIn/softKey.ts';
import { CASH, type OrderFixture, orderFixture } from './callcenter/orders/orderFixture.ts';
import { KEY, type ReportFixture, reportFixture } from './sac/reportDesk/reportFixture.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ORIGIN = 'https://balcao.exemplo.com.br';

let reports: ReportFixture;
let sales: OrderFixture;
let workBefore: typeof captchaWork | undefined;
beforeAll(async () => {
  [reports, sales] = await Promise.all([reportFixture(), orderFixture()]);
  Object.assign(reports.server.deps.settings, { captcha: true, publicUrl: ORIGIN });
  // The first factor of a person ends other sessions, also those of other cases.
  const addKey = await KINDS['challenge for a passkey']?.issue();
  expect(await addKey?.()).toBe(true);
  workBefore = { ...captchaWork };
  Object.assign(captchaWork, { leastSteps: 1, mostSteps: 10 });
  Object.assign(sales.server.deps.settings, { paymentUrl: 'http://127.0.0.1:9' });
});
afterAll(async () => {
  // The suites of a worker share it.
  Object.assign(captchaWork, workBefore);
  await Promise.all([reports?.server.close(), sales?.server.close()]);
});

/** Both servers have the same clock, which jumps as that of a machine does. */
let off = 0;
const step = (by: number) => {
  off += by;
  for (const { server } of [reports, sales]) server.advance(by);
};

afterEach(() => step(-off));

/** A caller without a session, as far as these functions look. */
function context(): PublicContext {
  const { deps } = reports.server;
  return { ...deps, user: null, entryBrowser: newToken(), https: true, setHeader: () => {} } as never;
}

/** Sessions have a life of their own, so whoever holds one has a fresh one. */
async function sessionKept(token: string): Promise<string> {
  const { db, now } = reports.server.deps;
  await db.update(tables.sessions).set({ expiresAt: new Date(now().getTime() + HOUR), provedAt: now() });
  return token;
}

const accepted = (work: Promise<unknown>) =>
  work.then(
    (answer) => answer !== null,
    () => false,
  );

interface Kind {
  life: number;
  /** Whether it is used up; the others are only looked at. */
  once: boolean;
  /** Whether the date that it says is what counts, so that it may have been issued by any clock. */
  dated?: boolean;
  /** Issues one and returns how it is used; true if it was accepted. */
  issue: () => Promise<() => Promise<boolean>>;
}

/** Everything that is signed or handed out with an end. */
const KINDS: Record<string, Kind> = {
  captcha: {
    life: CAPTCHA_LIFE,
    once: true,
    async issue() {
      const challenge = await captchaChallenge(context());
      const solution = await solveChallenge({ challenge, deriveKey });
      const given = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
      return () => accepted(checkCaptcha(context(), given, true));
    },
  },
  'half a sign-in, waiting for its code': {
    life: PENDING_LIFE,
    once: true,
    async issue() {
      const { extra } = await openPending(context(), reports.people.OPERADOR);
      const token = String(extra?.pendente);
      return () => accepted(reports.server.deps.db.transaction((tx) => takePending(tx, context(), token)));
    },
  },
  'challenge for a passkey': {
    life: CHALLENGE_LIFE,
    once: true,
    async issue() {
      const base = '/config/conta/chaves-de-acesso';
      const { call } = reports.server;
      const session = await reports.server.sessionOf(reports.people.ADMIN);
      const begun = await call('POST', `${base}/iniciar`, { token: session });
      const key = new VirtualAuthenticator(ORIGIN);
      return async () => {
        const token = await sessionKept(session);
        const body = { nome: 'A', chave: key.make(begun.body.opcoes) };
        return (await call('POST', base, { token, body })).status === 200;
      };
    },
  },
  'sign-in at the provider': {
    life: ATTEMPT_LIFE,
    once: true,
    async issue() {
      const ctx = context();
      const { state } = await openAttempt(ctx, 'ENTRAR');
      return () => accepted(redeemAttempt(ctx, state));
    },
  },
  'password link': {
    life: RESET_MINUTES * MINUTE,
    once: true,
    async issue() {
      const { db, now } = reports.server.deps;
      const id = await openReset(db, { now }, reports.people.GERENTE);
      const link = await issueResetLink(db, { now, publicUrl: ORIGIN }, id);
      const token = String(link).split('token=')[1];
      const body = { token, senha: `cavalo ${randomUUID().slice(0, 8)}` };
      return async () =>
        (await reports.server.call('PUT', '/senha/redefinir-via-token', { body })).status === 200;
    },
  },
  'address of a report': {
    life: MINUTE,
    once: true,
    async issue() {
      const filtros = { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } };
      const token = await reports.server.sessionOf(reports.people.SUPERVISOR);
      const requested = await reports.server.call('POST', `/sac/relatorios/${KEY}/bilhete`, {
        token,
        body: { filtros },
      });
      const { endereco } = requested.body.data;
      return async () => {
        const { body } = await reports.server.call('GET', endereco, { token: await sessionKept(token) });
        return !String(body).includes('Este endereço não vale mais');
      };
    },
  },
  'offer of a carrier': {
    life: HOUR,
    once: false,
    async issue() {
      const { db, now } = reports.server.deps;
      const seal = (await freightSealer(db, now()))({ kind: 'MANUAL' } as never);
      return () => accepted(openSeal(db, seal, now()));
    },
  },
  'payment link': {
    // As many hours as the parameter says.
    life: 48 * HOUR,
    once: false,
    dated: true,
    async issue() {
      const id = await sales.quote({ paymentMethodId: CASH.online }, '1');
      const opened = await sales.server.call('POST', `/callcenter/link-pagamento/${id}/processa-pagamento`, {
        token: await sales.server.sessionOf(sales.people.VENDEDOR),
        body: {},
      });
      const hash = opened.body.data.url.split('/').at(-1);
      const ends = new Date(opened.body.data.validade).getTime() - sales.server.deps.now().getTime();
      expect(ends).toBe(48 * HOUR);
      return async () => {
        const { body } = await sales.server.call('GET', `/callcenter/link-pagamento/pedido/${hash}`);
        return body.data.status === 'AGUARDANDO';
      };
    },
  },
};

/** Tables whose rows end, but are neither a link nor a token that somebody was handed. */
const ELSEWHERE: Record<string, string> = {
  sessions: 'a session, which ends after the hours of a parameter without use',
  service_keys: 'a key ends on the day that an administrator sets',
  used_call_messages: 'what was used',
  used_captchas: 'what was used',
  used_logout_tokens: 'what was used',
};
const OF_KINDS = [
  'oidc_attempts',
  'passkey_challenges',
  'password_resets',
  'payment_links',
  'pending_sign_ins',
  'report_tickets',
];

it('every table with an end is of one of these kinds', () => {
  const ending = Object.values(tables).flatMap((table) =>
    is(table, PgTable) && 'expiresAt' in getTableColumns(table) ? [getTableName(table)] : [],
  );
  expect(ending.sort()).toEqual([...OF_KINDS, ...Object.keys(ELSEWHERE)].sort());
});

describe.each(Object.entries(KINDS))('%s', (_, { life, once, dated = false, issue }) => {
  it.each([CLOCK_OFF, -CLOCK_OFF])(
    'is accepted to its last second by a clock that is %i ms off',
    async (by) => {
      const early = await issue();
      step(by);
      expect(await early()).toBe(true);
      step(-by);
      const late = await issue();
      step(life - SECOND + by);
      expect(await late()).toBe(true);
    },
  );

  it('lives no longer than its time, one clock off that issues and one that checks', async () => {
    step(CLOCK_OFF);
    const use = await issue();
    step(-CLOCK_OFF);
    step(life + 2 * CLOCK_OFF + SECOND);
    expect(await use()).toBe(false);
  });

  it('is refused while the clock is a day ahead, and accepted once it is right', async () => {
    const use = await issue();
    step(Math.max(DAY, life + DAY));
    expect(await use()).toBe(false);
    step(-Math.max(DAY, life + DAY));
    expect(await use()).toBe(true);
  });

  it('gains no day where the clock falls back by one', async () => {
    const use = await issue();
    step(-DAY);
    expect(await use()).toBe(dated);
    step(DAY + life + CLOCK_OFF + SECOND);
    expect(await use()).toBe(false);
  });

  if (!dated)
    it('is refused where it was issued by a clock a day ahead, which lets nothing live a day longer', async () => {
      step(DAY);
      const use = await issue();
      step(-DAY);
      expect(await use()).toBe(false);
    });

  if (once)
    it('is used once, however the clock jumps and what is over is swept', async () => {
      const use = await issue();
      expect(await use()).toBe(true);
      for (const by of [CLOCK_OFF, -CLOCK_OFF, DAY, -DAY]) {
        step(by);
        expect(await use()).toBe(false);
        await sweepSessions(reports.server.deps);
        step(-by);
        expect(await use()).toBe(false);
      }
    });
});

it('what a clock a day ahead has issued and nobody may use is swept, and not accepted a day later', async () => {
  step(DAY);
  const uses = await Promise.all(
    ['half a sign-in, waiting for its code', 'challenge for a passkey', 'sign-in at the provider'].map(
      (name) => (KINDS[name] as Kind).issue(),
    ),
  );
  step(-DAY);
  await sweepSessions(reports.server.deps);
  step(DAY);
  for (const use of uses) expect(await use()).toBe(false);
});

it.each([0, DAY, -DAY, 4_000 * DAY])(
  'reply addresses and unsubscribe links have no end: %i ms on',
  async (by) => {
    const secret = await installationSecret(reports.server.deps.db);
    const address = replyAddress(secret, {
      base: 'sac@empresa.com.br',
      ticketId: 7,
      recipient: 'a@b.com.br',
    });
    const token = unsubscribeToken(secret, 'a@b.com.br');
    step(by);
    expect(isReplyOf(secret, readReplyAddress(address) as never, 'a@b.com.br')).toBe(true);
    expect((await reports.server.call('GET', `/config/descadastro/${token}`)).status).toBe(200);
    step(-by);
  },
);
