import { describe, expect, it } from '@jest/globals';
import { auditDifferences } from '#contract/config/people/audit.ts';
import { missingDocument } from '#contract/rules/documents.ts';

describe('auditDifferences', () => {
  it('lists changed fields and omits unchanged ones', () => {
    expect(auditDifferences({ etapa: 'COLETA', setor: 2 }, { etapa: 'FINANCEIRO', setor: 2 })).toEqual([
      { field: 'etapa', before: 'COLETA', after: 'FINANCEIRO' },
    ]);
  });

  it('writes nested values, lists and flags for people to read', () => {
    expect(auditDifferences({ a: { b: true } }, { a: { b: false, c: [1, 2] } })).toEqual([
      { field: 'a.b', before: 'sim', after: 'não' },
      { field: 'a.c', before: null, after: '1, 2' },
    ]);
  });

  it('says in words that there was no document', () => {
    const [change] = auditDifferences({ documento: missingDocument(20) }, { documento: '11222333000181' });
    expect([change?.before, change?.after]).toEqual(['Sem documento', '11222333000181']);
  });

  it('accepts a missing side', () => {
    expect(auditDifferences(null, { nome: 'Ana' })).toEqual([{ field: 'nome', before: null, after: 'Ana' }]);
    expect(auditDifferences({ nome: 'Ana' }, undefined)).toEqual([
      { field: 'nome', before: 'Ana', after: null },
    ]);
    expect(auditDifferences(null, null)).toEqual([]);
  });
});
