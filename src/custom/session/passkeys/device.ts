import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { type MadePasskey, passkeyRoutes, type UsedPasskey } from '#contract/session/passkeys.ts';
import { completeSignIn } from '#data/authProvider.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Replaces CPF and password, or the code that follows them. */
export async function signInByKey(pendente?: string) {
  const body = pendente ? { pendente } : {};
  const { opcoes } = await call(passkeyRoutes.beginSignIn, { body });
  const chave = await getPasskeyAssertion(opcoes);
  await completeSignIn(await call(passkeyRoutes.signIn, { body: { ...body, chave } }));
}

/** Proves the person's identity for a command that requires it. */
export async function proveByKey() {
  const { opcoes } = await call(passkeyRoutes.beginProof, {});
  await call(passkeyRoutes.prove, { body: { chave: await getPasskeyAssertion(opcoes) } });
}

/** Creates a passkey; returns the recovery codes if this is the account's first second factor. */
export async function registerPasskey(nome: string): Promise<string[]> {
  const { opcoes } = await call(passkeyRoutes.begin, {});
  const chave = await createPasskey(opcoes);
  return (await call(passkeyRoutes.add, { body: { nome, chave } })).codigos;
}

/** The server allows a few minutes; the device waits for one. */
async function createPasskey(options: unknown): Promise<MadePasskey> {
  const { id, response } = await withPasskeyErrors(() =>
    startRegistration({ optionsJSON: options as CreationOptions }),
  );
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

async function getPasskeyAssertion(options: unknown): Promise<UsedPasskey> {
  const { id, response } = await withPasskeyErrors(() =>
    startAuthentication({ optionsJSON: options as RequestOptions }),
  );
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Browsers report few details, so that no page can find out which passkeys a person has. */
async function withPasskeyErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (failure) {
    throw new CallFailure(0, sentenceOf(failure));
  }
}

function sentenceOf(failure: unknown): string {
  const code = failure instanceof WebAuthnError ? failure.code : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'Este aparelho já tem uma chave de acesso desta conta.';
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID')
    return 'Chaves de acesso só funcionam no endereço deste console, por https.';
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'Este aparelho não confirma quem o usa (dedo, rosto ou PIN). Use outro.';
  const { name } = failure as { name?: unknown };
  return name === 'NotAllowedError' || name === 'AbortError'
    ? 'A chave de acesso não foi usada: o pedido foi cancelado ou demorou demais.'
    : 'Este navegador não conseguiu usar a chave de acesso. Tente de outro jeito.';
}
