import type { Deps } from '../../context.ts';
import { plainText } from '../../text/plainText.ts';
import { type AskRemote, clientFor, RemoteFailure } from '../remoteJson.ts';

export interface DialAnswer {
  accepted: boolean;
  /** The dialer's message, truncated to what fits on one line; empty when it sent none. */
  text: string;
}

interface Call {
  /** Digits only, including the area code. */
  number: string;
  /** The operator whose line should ring. */
  operator: number;
}

/**
 * Hands a call to the configured dialer. Without a dialer the call counts as accepted and is only recorded. A dialer that is
 * slow, down or refuses yields an answer too; this never throws.
 */
export async function sendToDialer(
  { dialerUrl, privateHosts }: Pick<Deps['settings'], 'dialerUrl' | 'privateHosts'>,
  { number, operator }: Call,
  ask: AskRemote | undefined = dialerUrl ? clientFor(dialerUrl, { privateHosts }) : undefined,
): Promise<DialAnswer> {
  if (!dialerUrl || !ask) return { accepted: true, text: '' };
  try {
    const said = await ask(dialerUrl, { numero: number, operador: operator });
    return { accepted: !refusedBy(said), text: textOf(said) };
  } catch (error) {
    return { accepted: false, text: error instanceof RemoteFailure ? textOf(error.said) : '' };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Some dialers answer 200 and report in the body that they did not dial. */
const refusedBy = (said: unknown): boolean =>
  isObject(said) && (Boolean(said.error) || said.success === false);

const MAX_LENGTH = 200;

function textOf(said: unknown): string {
  if (!isObject(said)) return '';
  const found = [said.message, said.error, said.mensagem].find((each) => typeof each === 'string');
  return plainText(String(found ?? ''))
    .trim()
    .slice(0, MAX_LENGTH);
}
