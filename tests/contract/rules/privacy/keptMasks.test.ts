import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keptMasks } from '#contract/rules/privacy/keptMasks.ts';
import { maskerOf, maskPaths } from '#contract/rules/privacy/masks.ts';

const SCHEMA = {
  properties: {
    documento: { pessoal: 'DOCUMENTO' },
    email: { pessoal: 'EMAIL' },
    nascimento: { pessoal: 'NASCIMENTO' },
    endereco: { properties: { rua: { pessoal: 'ENDERECO' } } },
    contas: { pessoal: 'OCULTO' },
    telefones: { items: { properties: { numero: { pessoal: 'TELEFONE' } } } },
  },
};
const mask = maskerOf(SCHEMA) as (value: unknown) => unknown;

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const phone = fc.record({
  // Few values, so that masks collide.
  numero: fc.constantFrom('11977771234', '11966661234', '1133334321', ''),
  descricao: fc.constantFrom('Casa', 'Loja', ''),
});
const record = fc.record({
  nome: fc.string(),
  documento: digits(11),
  email: fc.constantFrom('ana@gmail.com', 'andre@gmail.com', ''),
  nascimento: fc.constantFrom(null, '1977-07-07'),
  endereco: fc.record({ rua: fc.constantFrom('Rua Um', ''), cidade: fc.string() }),
  contas: fc.array(fc.record({ conta: digits(5) }), { maxLength: 2 }),
  telefones: fc.array(phone, { maxLength: 5 }),
});
type Stored = typeof record extends fc.Arbitrary<infer T> ? T : never;

const kept = (change: (shown: Stored) => unknown, stored: Stored) => {
  const shown = mask(stored) as Stored;
  return keptMasks(change(shown), shown, stored);
};

describe('saving a masked record', () => {
  it('stores the same values when nothing was changed', () => {
    fc.assert(
      fc.property(record, (stored) => {
        expect(kept((shown) => shown, stored)).toEqual({ value: stored, refused: [] });
      }),
    );
  });

  it('keeps hidden values when something else was changed', () => {
    fc.assert(
      fc.property(record, fc.string(), (stored, text) => {
        const { value, refused } = kept(
          (shown) => ({ ...shown, nome: text, endereco: { ...shown.endereco, cidade: text } }),
          stored,
        );
        expect(refused).toEqual([]);
        expect(value).toEqual({ ...stored, nome: text, endereco: { ...stored.endereco, cidade: text } });
      }),
    );
  });

  it('gives no list row the hidden values of another, however rows are moved, removed and added', () => {
    fc.assert(
      fc.property(record, fc.infiniteStream(fc.nat()), (stored, dice) => {
        const roll = (sides: number) => Number(dice.next().value ?? 0) % sides;
        const rows = (mask(stored) as Stored).telefones.map((row, index) => ({ row, index }));
        const order = rows.filter(() => roll(4) > 0).sort(() => roll(3) - 1);
        const added = { numero: '11955550000', descricao: 'Nova' };
        const { value, refused } = kept(
          (shown) => ({ ...shown, telefones: [...order.map(({ row }) => row), added] }),
          stored,
        );
        expect(refused).toEqual([]);
        const { telefones } = value as Stored;
        const seen = (each: object) => JSON.stringify(mask({ telefones: [each] }));
        // Rows that look alike may be confused with each other, but each stored row is used at most once.
        expect(telefones.map(seen)).toEqual(
          [...order.map(({ index }) => stored.telefones[index] ?? {}), added].map(seen),
        );
        const left = [...stored.telefones.map((each) => JSON.stringify(each)), JSON.stringify(added)];
        for (const each of telefones) {
          const at = left.indexOf(JSON.stringify(each));
          expect(at).toBeGreaterThanOrEqual(0);
          left.splice(at, 1);
        }
      }),
    );
  });

  it('rejects every mask that would be stored', () => {
    const half = fc.constantFrom('***.456.789-**', 'm***@x.com.br', '(11) *****-1234', '***', '****-**-**');
    fc.assert(
      fc.property(record, half, (stored, text) => {
        for (const key of ['documento', 'email', 'nome']) {
          const { value, refused } = kept((shown) => ({ ...shown, [key]: text }), stored);
          expect(refused).toEqual(maskPaths(value));
        }
      }),
    );
  });

  it('compares no list far longer than the one shown, since the schema rejects it', () => {
    const stored = { telefones: [{ numero: '11955550000', descricao: 'Casa' }] } as unknown as Stored;
    const telefones = Array.from({ length: 100_000 }, (_, index) => ({ numero: String(index) }));
    expect(kept(() => ({ telefones }), stored).value).toEqual({ telefones });
  });

  it('rejects changes to a list that is hidden entirely', () => {
    const stored = { contas: [{ conta: '1' }] } as unknown as Stored;
    expect(kept(() => ({ contas: [{ conta: '2' }] }), stored).refused).toEqual(['contas']);
    expect(kept(() => ({ contas: [] }), stored)).toEqual({ value: stored, refused: [] });
    expect(kept(() => ({ contas: [{ conta: '2' }] }), { contas: [] } as unknown as Stored).refused).toEqual(
      [],
    );
  });
});
