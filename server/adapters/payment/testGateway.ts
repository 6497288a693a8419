import { RemoteFailure } from '../remoteJson.ts';
import type { Charge, ChargeAnswer } from './chargeCard.ts';

/** What each test card does. Any other one is refused: nobody's own card belongs into a demonstration. */
const CARDS: Readonly<Record<string, ChargeAnswer>> = {
  '4111111111111111': { paid: true, reference: '' },
  '5555555555554444': { paid: true, reference: '' },
  '4000000000000002': { paid: false, text: 'O banco recusou o pagamento. Tente outro cartão.' },
  '4000000000009995': { paid: false, text: 'O cartão não tem limite para este valor.' },
  '4000000000000069': { paid: false, text: 'Este cartão venceu.' },
  '4000000000000127': { paid: false, text: 'O código de segurança não confere.' },
};

/** Answers nothing, as a provider that is down. */
const SILENT = '4000000000000119';

export function chargeTestCard({ card, key }: Charge): ChargeAnswer {
  if (card.number === SILENT) throw new RemoteFailure('the test gateway is silent for this card');
  const answer = CARDS[card.number];
  if (!answer)
    return { paid: false, text: 'A demonstração só aceita cartões de teste, como 4111 1111 1111 1111.' };
  return answer.paid ? { paid: true, reference: `teste-${key.slice(0, 16)}` } : answer;
}
