import { Secret, TOTP } from 'otpauth';
import type { TestServer } from '../servers/server.ts';

/** The code that an authenticator app shows at a given time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

export const HALF_MINUTE = 30_000;

/** Sets up a second factor as a person does; returns its secret and the recovery codes. */
export async function enrol(server: TestServer, token: string) {
  const base = '/config/conta/segundo-fator';
  const begun = await server.call('POST', `${base}/iniciar`, { token });
  if (begun.status !== 200) throw new Error(`begin: ${begun.status} ${JSON.stringify(begun.body)}`);
  const secret: string = begun.body.segredo;
  const codigo = codeAt(secret, server.deps.now());
  const confirmed = await server.call('POST', `${base}/confirmar`, { token, body: { codigo } });
  if (confirmed.status !== 200) throw new Error(`confirm: ${JSON.stringify(confirmed.body)}`);
  // The code of the current half minute has been used.
  server.advance(HALF_MINUTE);
  return { secret, recovery: confirmed.body.codigos as string[] };
}
