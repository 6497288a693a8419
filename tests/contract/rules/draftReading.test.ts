import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isBlank, readFields } from '#contract/rules/draftReading.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';

const base = {
  nome: '',
  ativo: true,
  dia: null as string | null,
  etapas: [] as unknown[],
  abre: { tipo: 'NADA' },
};
const checks = { dia: (value: unknown) => value === null || typeof value === 'string' };
const read = (content: unknown) => readFields(base, content, checks);

describe('reading the fields of a stored draft', () => {
  it('accepts or drops each field separately', () => {
    expect(read({ nome: 'A', ativo: 'sim', dia: '2026-11-22' })).toEqual({
      value: { ...base, nome: 'A', dia: '2026-11-22' },
      complete: false,
    });
    expect(read({ nome: 'A' })).toEqual({ value: { ...base, nome: 'A' }, complete: true });
    expect(read({ nome: 'A', deOutraVersao: 'x' })).toMatchObject({ complete: false });
    expect(read({ nome: 'A', deOutraVersao: '' })).toMatchObject({ complete: true });
  });

  it('distinguishes an empty draft from an unreadable one', () => {
    expect([read(null), read(''), read({}), read({ x: '' })]).toEqual(Array(4).fill('nothing'));
    expect([read('texto'), read(['a']), read({ x: 'a' })]).toEqual([null, null, null]);
  });

  it('never loses text silently, whatever was stored', () => {
    const texts = (value: unknown): string[] =>
      Array.isArray(value)
        ? value.flatMap(texts)
        : isRecord(value)
          ? Object.values(value).flatMap(texts)
          : isBlank(value)
            ? []
            : [String(value)];
    const content = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          nome: fc.jsonValue(),
          ativo: fc.jsonValue(),
          dia: fc.jsonValue(),
          etapas: fc.jsonValue(),
          outro: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(content, (stored) => {
        const reading = read(stored);
        if (reading === 'nothing') return expect(texts(stored)).toEqual([]);
        if (reading === null || !reading.complete) return;
        const held = texts(reading.value);
        for (const text of texts(stored)) expect(held).toContain(text);
      }),
    );
  });
});
