import type { FastifyInstance } from 'fastify';
import { type Box, openBox } from '../../adapters/mail/imapBox.ts';
import type { Deps } from '../../context.ts';
import { type Lease, LOCKS, leaseOf } from '../../db/advisoryLock.ts';
import { askChange } from '../../db/cachedQuery.ts';
import { Refusal, unauthorized } from '../../errors.ts';
import { hasPeople } from '../../installationState.ts';
import type { WorkDeps } from '../../jobs/workContext.ts';
import { keyUserOf, maySubmitMail } from '../../session/serviceKey.ts';
import type { ImapSettings } from '../../settings/mailSettings.ts';
import { MAX_MAIL_BYTES, receiveMail } from './receive.ts';

/**
 * `POST /email/entrada`: a mail server, or a service acting as one, delivers one e-mail as received (RFC 822), with
 * `Authorization: Bearer <key>` of a service key with that scope (contract/config/serviceKeys.ts). The response is sent once
 * everything is in the database; a sender that gets none sends the e-mail again, and it is accepted only once.
 */
export async function registerMailPost(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_MAIL_BYTES },
      async (_request: unknown, body: unknown) => body,
    );
    scope.post(
      '/email/entrada',
      {
        bodyLimit: MAX_MAIL_BYTES,
        // Checked before any of the body is read.
        onRequest: async (request) => {
          const key = await keyUserOf(request, deps);
          if (!key) throw unauthorized();
          if (!maySubmitMail(key)) throw withoutScope();
          app.admitPerson(key.id, request);
          await askChange(deps.db);
          if (Number(request.headers['content-length']) > MAX_MAIL_BYTES) throw tooLarge();
        },
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body) || request.body.length === 0)
          throw new Refusal(422, 'SEM_EMAIL', 'Envie o e-mail inteiro no corpo do pedido, como ele chegou.');
        const { id, state, reason, ticketId, repeated } = await receiveMail(
          { ...deps, log: request.log },
          request.body,
        );
        reply.header('Cache-Control', 'no-store');
        return { data: { id, situacao: state, motivo: reason, ticket: ticketId, repetido: repeated } };
      },
    );
  });
}

const tooLarge = () =>
  new Refusal(413, 'EMAIL_GRANDE', `O e-mail passa de ${MAX_MAIL_BYTES / 1024 / 1024} MB e não foi lido.`);

const withoutScope = () =>
  new Refusal(
    403,
    'SEM_PERMISSAO',
    'Esta chave não entrega e-mails. Crie uma com "Entregar e-mails recebidos" em Chaves de integração.',
  );

/** Milliseconds between attempts of the other processes to take over the mailbox. */
const TURN = 15_000;
/** The delay before reconnecting, in milliseconds; it grows with each failure. */
const FIRST = 1_000;
const MAX_DELAY = 10 * 60_000;
/** The delay after a wrong password, in milliseconds: providers lock accounts after repeated attempts. */
const REFUSED = 60_000;

/**
 * Watches the mailbox: one process keeps a connection open and is notified of each e-mail as it arrives. A broken connection
 * is reopened, and if the process dies, another one takes over.
 */
export function watchMailbox(
  deps: WorkDeps,
  imap: ImapSettings,
  { turn = TURN, first = FIRST }: { turn?: number; first?: number } = {},
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  let failures = 0;
  const tryAgain = async (box: Box, lease: Lease) => {
    failures = 0;
    await box.waitForMail(signal);
    return !signal.aborted && lease.holds();
  };
  const follow = async () => {
    while (!signal.aborted) {
      const wait = await readMailbox(deps, imap, { signal, again: tryAgain }).then(
        () => turn,
        (err: unknown) => {
          failures++;
          if (!signal.aborted) deps.log.warn({ err }, 'the mailbox was not read');
          return backOff(err, first, failures);
        },
      );
      await pause(wait, signal);
    }
  };
  const following = follow();
  return {
    stop: async () => {
      ending.abort();
      await following;
    },
  };
}

function backOff(error: unknown, first: number, failures: number): number {
  const refused = (error as { authenticationFailed?: boolean }).authenticationFailed ? REFUSED : 0;
  return Math.max(refused, Math.min(first * 2 ** (failures - 1), MAX_DELAY));
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

interface Reading {
  signal?: AbortSignal;
  /** Called after each read to decide whether to read again; by default the mailbox is read once. */
  again?: (box: Box, lease: Lease) => Promise<boolean>;
}

/**
 * Reads the mailbox if this process gets the lease, otherwise does nothing; returns how many e-mails were received. An e-mail
 * that cannot be received now is logged and left unread, and does not hold up the others.
 */
export async function readMailbox(
  deps: WorkDeps,
  imap: ImapSettings,
  { signal, again = async () => false }: Reading = {},
): Promise<number> {
  if (!(await hasPeople(deps.db))) return 0;
  const lease = await leaseOf(deps.pool.options.connectionString ?? '', LOCKS.mailbox);
  if (!lease) return 0;
  try {
    const box = await openBox(imap);
    try {
      let takenCount = 0;
      do {
        takenCount += await box.takeUnread({
          most: MAX_MAIL_BYTES,
          take: ({ raw, huge }) => receiveMail(deps, raw, { huge }).then(() => {}),
          failed: (err) => deps.log.warn({ err }, 'an e-mail was not taken'),
          ...(signal && { signal }),
        });
      } while (await again(box, lease));
      return takenCount;
    } finally {
      await box.close();
    }
  } finally {
    await lease.end();
  }
}
