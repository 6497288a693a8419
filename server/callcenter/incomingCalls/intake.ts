import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CALL_STATUSES, type CallStatus } from '#contract/callcenter/agendas/incomingCalls.ts';
import { isLineName, lineName } from '#contract/rules/lineName.ts';
import { normalizePhone, readPhone } from '#contract/rules/phone.ts';
import type { Deps, User } from '../../context.ts';
import { askChange } from '../../db/cachedQuery.ts';
import { invalid, Refusal, refusedKey } from '../../errors.ts';
import { keyUserBy, mayAnnounceCalls, secretOf, signedKeyUser } from '../../session/serviceKey.ts';
import { freshMoment, isSigned } from '../../session/signedMessages.ts';
import { announceCall, type SignedMessage } from './commands.ts';

const PATH = '/telefonia/ligacoes';

/** A call is told in a few words. */
const MAX_BYTES = 4_096;

/**
 * `/telefonia/ligacoes`: the telephone system says that a line rings, was answered, or hung up, with a service key of that one
 * permission. A POST carries the key in `Authorization`, or is signed with the key's signing secret and names the key by its number
 * (`?fonte=`), so that no secret travels. Systems that can only open an address send a GET with `chave`, which is accepted of keys that
 * list the addresses of the network which may use them. The answer is the same whether anybody is on that line or not, and tells nothing
 * of who calls.
 */
export async function registerCallIntake(app: FastifyInstance, deps: Deps): Promise<void> {
  const callers = new WeakMap<FastifyRequest, User>();
  const admit = async (request: FastifyRequest, key: User | null) => {
    if (!key) throw refusedKey({ serviceKeys: true });
    if (!mayAnnounceCalls(key)) throw withoutScope();
    app.admitPerson(key.id, request);
    await askChange(deps.db);
    callers.set(request, key);
  };
  const answer = async (request: FastifyRequest, given: Given, message?: SignedMessage) => {
    const key = callers.get(request);
    if (!key) throw refusedKey({ serviceKeys: true });
    await announceCall(deps, { key, ip: request.ip, requestId: request.id, message }, readCall(given));
    return { data: { message: 'Recebido.' } };
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read as it was sent, which is what a signature is of.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      async (_: FastifyRequest, body: unknown) => body,
    );
    scope.addHook('onSend', async (_, reply) => void reply.header('Cache-Control', 'no-store'));
    scope.post(
      PATH,
      {
        bodyLimit: MAX_BYTES,
        // Checked before any of the body is read; of a signed one, what can be.
        onRequest: async (request) => {
          if (isSignedRequest(request)) requireFresh(request, deps.now());
          else await admit(request, await keyUserBy(secretOf(request), request, deps));
        },
      },
      async (request) => {
        const body = typeof request.body === 'string' ? request.body : '';
        if (!isSignedRequest(request)) return answer(request, readBody(request, body));
        const message = { ...requireFresh(request, deps.now()), body };
        await admit(request, await signerOf(request, message, deps));
        return answer(request, readBody(request, body), message);
      },
    );
    scope.route({
      method: 'GET',
      url: PATH,
      exposeHeadRoute: false,
      onRequest: async (request) => {
        const { chave } = queryOf(request);
        const header = secretOf(request);
        const key = header
          ? await keyUserBy(header, request, deps)
          : await keyUserBy(String(chave ?? ''), request, deps, { listed: true });
        await admit(request, key);
      },
      handler: (request) => answer(request, queryOf(request)),
    });
  });
}

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** A secret in the header is the simpler proof, and decides. */
const isSignedRequest = (request: FastifyRequest): boolean =>
  secretOf(request) === '' && headerOf(request, 'webhook-signature') !== '';

/** A telephone system may name its messages by anything, such as the call's own name and state. */
const MAX_MESSAGE_ID = 200;

/** What a signed message says of itself; one that is old, or of a clock that is wrong, is refused. */
function requireFresh(request: FastifyRequest, now: Date): Omit<SignedMessage, 'body'> {
  const id = headerOf(request, 'webhook-id');
  const timestamp = headerOf(request, 'webhook-timestamp');
  const sentAt = freshMoment(timestamp, now);
  if (!sentAt || id === '' || id.length > MAX_MESSAGE_ID) throw refusedSignature();
  return { id, timestamp, sentAt };
}

/** The key that signed the message; the same refusal whether there is no such key, it signs nothing, or the signature is another's. */
async function signerOf(request: FastifyRequest, message: SignedMessage, deps: Deps): Promise<User> {
  const { fonte } = queryOf(request);
  const source = /^\d{1,9}$/.test(String(fonte)) ? Number(fonte) : 0;
  const verify = (secret: string) => isSigned(secret, message, headerOf(request, 'webhook-signature'));
  const key = await signedKeyUser(source, verify, request, deps);
  if (!key) throw refusedSignature();
  return key;
}

const refusedSignature = () =>
  new Refusal(
    401,
    'ASSINATURA_RECUSADA',
    'A assinatura não confere, ou o relógio de quem enviou está mais de cinco minutos errado.',
  );

type Given = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): value is Given => typeof value === 'object' && value !== null;
const queryOf = ({ query }: FastifyRequest): Given => (isGiven(query) ? query : {});

/** JSON, or the form that most telephone systems send. */
function readBody({ headers }: FastifyRequest, text: string): Given {
  if (!String(headers['content-type']).includes('json')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const read: unknown = JSON.parse(text);
    if (isGiven(read)) return read;
  } catch {}
  throw new Refusal(422, 'DADOS_INVALIDOS', 'O corpo do pedido não é um objeto JSON.');
}

export interface ToldCall {
  line: string;
  /** Stored spelling; empty where it was withheld. */
  number: string;
  /** The telephone system's name for the call; empty where it gives none. */
  name: string;
  status: CallStatus;
}

const MAX_NAME = 100;

function readCall(given: Given): ToldCall {
  const textOf = (key: string) => {
    const value = given[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const line = lineName(textOf('ramal'));
  const situacao = textOf('situacao').toUpperCase() || 'TOCANDO';
  const status = CALL_STATUSES.find((each) => each === situacao);
  const errors = {
    ...(!isLineName(line) && { ramal: 'Diga o ramal que toca, com até 20 letras e números.' }),
    ...(!status && { situacao: `Diga ${CALL_STATUSES.join(', ')}, ou nada.` }),
  };
  if (!status || Object.keys(errors).length > 0) throw invalid(errors);
  return { line, number: numberOf(textOf('numero')), name: textOf('chamada').slice(0, MAX_NAME), status };
}

/** What telephone systems write for a withheld number ('anonymous') has no digits. */
function numberOf(text: string): string {
  if (readPhone(text)) return normalizePhone(text);
  return text.replace(/\D/g, '').slice(0, 20);
}

const withoutScope = () =>
  new Refusal(
    403,
    'SEM_PERMISSAO',
    'Esta chave não avisa ligações. Crie uma com "Avisar quem está ligando" em Chaves de integração.',
  );
