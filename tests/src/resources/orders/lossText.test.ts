import { expect, it } from '@jest/globals';
import { isUndoable, lossText } from '#src/resources/orders/shared/lossText.ts';

const loss = {
  por: 'Ana Ribeiro',
  em: '2026-11-20T15:00:00.000Z',
  reabreAte: '2026-11-21T15:00:00.000Z',
};
const at = (time: string) => new Date(time);

it('says who gave a quote up, and until when the mistake can be undone', () => {
  const text = lossText(loss, 'America/Sao_Paulo', at('2026-11-21T14:59:59Z'));
  expect(text).toMatch(/^Dado como perdido em 20\/11\/2026,? (às )?12:00 por Ana Ribeiro\. Se foi engano/);
});

it('says that the time is over, and what can be done instead', () => {
  const text = lossText({ ...loss, por: null }, 'America/Sao_Paulo', at('2026-11-21T15:00:00Z'));
  expect(text).toMatch(
    /^Dado como perdido em 20\/11\/2026,? (às )?12:00\. O prazo para reabrir terminou em 21\/11/,
  );
  expect(text).toContain('duplique o orçamento');
  expect(isUndoable(loss, at('2026-11-21T15:00:00Z'))).toBe(false);
});
