import type { Decimal } from '#contract/rules/decimal.ts';
import type { Settings } from '../../settings/settings.ts';
import { type AskRemote, clientFor, RemoteFailure } from '../remoteJson.ts';

export interface Charge {
  /** Idempotency key: the same for a repeat of the same charge, so the provider carries it out once. */
  key: string;
  amount: Decimal;
  orderId: number;
  instalments: number;
  card: { number: string; holder: string; month: string; cvv: string };
}

export type ChargeAnswer = { paid: true; reference: string } | { paid: false; text: string };

type Config = Pick<Settings, 'paymentUrl' | 'demo' | 'privateHosts'>;

/** Whether payments are possible at all: through a provider or, in the demonstration, the test gateway. */
export const takesPayments = ({ paymentUrl, demo }: Omit<Config, 'privateHosts'>): boolean =>
  Boolean(paymentUrl) || demo;

/** Whether payments go to the test gateway. */
export const isTestGateway = ({ paymentUrl, demo }: Omit<Config, 'privateHosts'>): boolean =>
  !paymentUrl && demo;

/** Charges a card. Throws RemoteFailure when it is unknown whether the card was charged. */
export async function chargeCard(
  settings: Config,
  charge: Charge,
  ask: AskRemote | undefined = settings.paymentUrl ? clientFor(settings.paymentUrl, settings) : undefined,
): Promise<ChargeAnswer> {
  if (settings.paymentUrl && ask) return readAnswer(await requested(ask, settings.paymentUrl, charge));
  if (!isTestGateway(settings)) throw new RemoteFailure('no payment provider');
  return chargeTestCard(charge);
}

/**
 * The outcome of a charge whose answer was lost; `null` if the provider never received it. Throws RemoteFailure when the
 * provider does not say.
 */
export async function chargeOutcome(
  settings: Config,
  key: string,
  ask: AskRemote | undefined = settings.paymentUrl ? clientFor(settings.paymentUrl, settings) : undefined,
): Promise<ChargeAnswer | null> {
  if (settings.paymentUrl && ask) {
    const said = await ask(`${settings.paymentUrl.replace(/\/$/, '')}/${encodeURIComponent(key)}`);
    return said === null ? null : readAnswer(said);
  }
  // The test gateway answers at once; for its silent card it charges nothing.
  if (isTestGateway(settings)) return null;
  throw new RemoteFailure('no payment provider');
}

/** A provider may answer a refusal with an error status; the body counts, not the status. */
async function requested(ask: AskRemote, address: string, charge: Charge): Promise<unknown> {
  try {
    return await ask(address, {
      chave: charge.key,
      valor: charge.amount,
      pedido: charge.orderId,
      parcelas: charge.instalments,
      cartao: {
        numero: charge.card.number,
        nome: charge.card.holder,
        validade: charge.card.month,
        cvv: charge.card.cvv,
      },
    });
  } catch (error) {
    if (error instanceof RemoteFailure && isAnswer(error.said)) return error.said;
    throw error;
  }
}

interface ProviderAnswer {
  status: 'APROVADO' | 'RECUSADO';
  referencia?: unknown;
  mensagem?: unknown;
}

const isAnswer = (value: unknown): value is ProviderAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  (value.status === 'APROVADO' || value.status === 'RECUSADO');

function readAnswer(answer: unknown): ChargeAnswer {
  if (!isAnswer(answer)) throw new RemoteFailure('no answer of a payment provider');
  if (answer.status === 'APROVADO')
    return { paid: true, reference: String(answer.referencia ?? '').slice(0, 100) };
  const text = typeof answer.mensagem === 'string' ? answer.mensagem.slice(0, 200) : '';
  return { paid: false, text: text || 'O banco recusou o pagamento. Tente outro cartão.' };
}

/** The outcome for each test card. Any other card is refused, because no real card belongs in a demonstration. */
const CARDS: Readonly<Record<string, ChargeAnswer>> = {
  '4111111111111111': { paid: true, reference: '' },
  '5555555555554444': { paid: true, reference: '' },
  '4000000000000002': { paid: false, text: 'O banco recusou o pagamento. Tente outro cartão.' },
  '4000000000009995': { paid: false, text: 'O cartão não tem limite para este valor.' },
  '4000000000000069': { paid: false, text: 'Este cartão venceu.' },
  '4000000000000127': { paid: false, text: 'O código de segurança não confere.' },
};

/** Simulates a provider that is down. */
const SILENT = '4000000000000119';

function chargeTestCard({ card, key }: Charge): ChargeAnswer {
  if (card.number === SILENT) throw new RemoteFailure('the test gateway is silent for this card');
  const answer = CARDS[card.number];
  if (!answer)
    return { paid: false, text: 'A demonstração só aceita cartões de teste, como 4111 1111 1111 1111.' };
  return answer.paid ? { paid: true, reference: `teste-${key.slice(0, 16)}` } : answer;
}
