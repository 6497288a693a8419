import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { analysisCounters, analysisProblems } from '#contract/rules/steps/returnedGoods.ts';
import {
  ANALYSIS_PROPOSALS,
  type AnalysisProposal,
  isFollowed,
  type ProposedByRule,
  readMark,
  SUGGESTION_REASONS,
  type SuggestionFacts,
  suggestAnalysis,
  suggestedInput,
  suggestionMark,
} from '#contract/rules/steps/suggestedAnalysis.ts';

const FINE: SuggestionFacts = {
  invoiceAge: 40,
  window: 180,
  photo: 'NAO_PEDIDA',
  requested: '12',
  returnable: '24',
  unit: { unit: 'CX', factor: '6' },
  barred: '',
  noteMark: '',
  worth: '240.00',
  worthLimit: null,
  history: { returns: 0, decided: 0, approved: 0 },
  recentReturns: 1,
  recentLimit: 3,
  byRules: [],
};

const suggest = (part: Partial<SuggestionFacts> = {}) => suggestAnalysis({ ...FINE, ...part });
const rule = (proposal: AnalysisProposal, part: Partial<ProposedByRule> = {}): ProposedByRule => ({
  proposal,
  counter: proposal === 'RECUSAR' ? 'outra_marca' : null,
  by: 'regra Marca nossa',
  text: 'Não vendemos esta marca',
  ...part,
});

describe('a suggested analysis', () => {
  it('approves what nothing speaks against, and says what it looked at', () => {
    expect(suggest({ photo: 'PRESENTE' })).toEqual({
      proposal: 'APROVAR',
      because: 'EM_ORDEM',
      reasons: [
        'Dentro do prazo: a nota tinha 40 dias, e o prazo é de 180 dias.',
        'A foto exigida está no ticket.',
        'Este cliente não devolveu este produto nos últimos 12 meses, fora deste ticket.',
      ],
      refusal: null,
    });
  });

  it.each<[string, Partial<SuggestionFacts>, string, string]>([
    [
      'beyond the term',
      { invoiceAge: 181 },
      'RECUSAR:FORA_DO_PRAZO',
      'Fora do prazo: a nota tinha 181 dias quando o ticket foi aberto, e o prazo é de 180 dias.',
    ],
    [
      'without an invoice',
      { invoiceAge: null, returnable: null },
      'OLHAR:SEM_NOTA',
      'O produto não veio de uma nota; o prazo não se confere.',
    ],
    [
      'barred',
      { barred: 'A nota fiscal foi cancelada.' },
      'OLHAR:SEM_DIREITO',
      'A nota fiscal foi cancelada.',
    ],
    [
      'more than is left',
      { returnable: '6' },
      'OLHAR:ACIMA_DO_SALDO',
      'O pedido é de 2 CX, e da nota só restam 1 CX.',
    ],
    [
      'nothing left',
      { returnable: '0' },
      'OLHAR:ACIMA_DO_SALDO',
      'Da nota não resta nada deste produto para devolver.',
    ],
    [
      'without a photo that is asked for',
      { photo: 'FALTA' },
      'OLHAR:SEM_FOTO',
      'Falta a foto que o produto ou o motivo exige.',
    ],
    [
      'of a note whose chain was not checked',
      { noteMark: 'Cadeia não conferida' },
      'OLHAR:AVISO_DA_NOTA',
      'Aviso na nota: Cadeia não conferida.',
    ],
    [
      'of more worth than the limit',
      { worthLimit: '239.99' },
      'OLHAR:VALOR_ALTO',
      'Vale R$\u00a0240,00, acima do limite de R$\u00a0239,99.',
    ],
    [
      'mostly refused before',
      { history: { returns: 3, decided: 3, approved: 1 } },
      'OLHAR:RECUSAS',
      'Este cliente devolveu este produto mais 3 vezes em 12 meses; houve aprovação em 1 de 3.',
    ],
  ])('of goods %s', (_case, part, mark, first) => {
    const suggested = suggest(part);
    expect([suggestionMark(suggested), suggested.reasons[0]]).toEqual([mark, first]);
  });

  it.each<[string, Partial<SuggestionFacts>]>([
    ['on the last day of the term', { invoiceAge: 180 }],
    ['bought on the day of the ticket', { invoiceAge: 0 }],
    ['worth the limit', { worthLimit: '240' }],
    ['of which all is left that is asked for', { returnable: '12.000' }],
    ['refused once', { history: { returns: 1, decided: 1, approved: 0 } }],
    ['half of it approved', { history: { returns: 2, decided: 2, approved: 1 } }],
    ['returned often', { recentReturns: 9 }],
  ])('approves goods %s', (_case, part) => {
    expect(suggest(part).proposal).toBe('APROVAR');
  });

  it('says from the third return of a product in thirty days on that quality should know', () => {
    const quality = 'Com este ticket, o produto tem 3 devoluções em 30 dias: convém avisar a qualidade.';
    expect(suggest({ recentReturns: 3 }).reasons).toContain(quality);
    expect(suggest({ recentReturns: 2 }).reasons.join()).not.toContain('qualidade');
  });

  it.each<[string, ProposedByRule[], Partial<SuggestionFacts>, string]>([
    ['approves what is too old', [rule('APROVAR')], { invoiceAge: 999 }, 'APROVAR:REGRA'],
    ['refuses what is in order', [rule('RECUSAR')], {}, 'RECUSAR:REGRA'],
    ['refuses what lacks its photo', [rule('RECUSAR')], { photo: 'FALTA' }, 'RECUSAR:REGRA'],
    ['wants what is too old to be looked at', [rule('OLHAR')], { invoiceAge: 999 }, 'OLHAR:REGRA'],
    ['approves nothing that lacks its photo', [rule('APROVAR')], { photo: 'FALTA' }, 'OLHAR:SEM_FOTO'],
    ['approves nothing beyond what is left', [rule('APROVAR')], { returnable: '1' }, 'OLHAR:ACIMA_DO_SALDO'],
    ['disagrees with another', [rule('APROVAR'), rule('RECUSAR')], {}, 'OLHAR:REGRAS_DIVERGEM'],
    ['agrees with another', [rule('RECUSAR'), rule('RECUSAR')], {}, 'RECUSAR:REGRA'],
  ])('a rule %s', (_case, byRules, part, mark) => {
    expect(suggestionMark(suggest({ ...part, byRules }))).toBe(mark);
  });

  it('names the rule among the reasons, and writes only its own words to a refusal', () => {
    const { reasons, refusal } = suggest({ byRules: [rule('RECUSAR')] });
    expect(reasons[0]).toBe('Regra Marca nossa: Não vendemos esta marca');
    expect(refusal).toEqual({ counter: 'outra_marca', reason: 'Não vendemos esta marca' });
  });
});

const decimal = fc.integer({ min: 0, max: 2_000_000 }).map((units) => String(units / 10_000));
const anyFacts: fc.Arbitrary<SuggestionFacts> = fc.record({
  invoiceAge: fc.option(fc.integer({ min: 0, max: 2000 })),
  window: fc.integer({ min: 1, max: 1825 }),
  photo: fc.constantFrom('PRESENTE', 'FALTA', 'NAO_PEDIDA'),
  requested: decimal.filter((value) => value !== '0'),
  returnable: fc.option(decimal),
  unit: fc.constantFrom({ unit: 'UN', factor: '1' }, { unit: 'CX', factor: '12' }),
  barred: fc.constantFrom('', 'A nota fiscal foi cancelada.'),
  noteMark: fc.constantFrom('', 'Cadeia não conferida'),
  worth: decimal,
  worthLimit: fc.option(decimal),
  history: fc.record({ returns: fc.nat(9), decided: fc.nat(9), approved: fc.nat(9) }),
  recentReturns: fc.integer({ min: 1, max: 9 }),
  recentLimit: fc.integer({ min: 2, max: 9 }),
  byRules: fc.array(
    fc
      .constantFrom(...(Object.keys(ANALYSIS_PROPOSALS) as AnalysisProposal[]))
      .map((proposal) => rule(proposal)),
    { maxLength: 3 },
  ),
});

describe('any suggestion', () => {
  it('never approves what lacks its photo, goes beyond what is left, or gives no right', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { requested, returnable, photo, barred } = facts;
        const beyond = returnable !== null && compareDecimals(requested, returnable) > 0;
        const { proposal } = suggestAnalysis(facts);
        if (photo === 'FALTA' || beyond || barred) expect(proposal).not.toBe('APROVAR');
      }),
    );
  });

  it('becomes no better by losing a photo, by more being asked for, or by age', () => {
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 1, max: 500 }), (facts, more) => {
        const approves = (part: Partial<SuggestionFacts>) =>
          suggestAnalysis({ ...facts, ...part }).proposal === 'APROVAR';
        const worse: Partial<SuggestionFacts>[] = [
          { photo: 'FALTA' },
          { requested: String(Number(facts.requested) + more) },
          ...(facts.invoiceAge === null ? [] : [{ invoiceAge: facts.invoiceAge + more }]),
          { worth: String(Number(facts.worth) + more) },
          { noteMark: 'Cadeia não conferida' },
        ];
        for (const part of worse) if (approves(part)) expect(approves({})).toBe(true);
      }),
    );
  });

  it('gives its reasons, each once, and what decided first', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { reasons, because } = suggestAnalysis(facts);
        expect(reasons.length).toBeGreaterThan(0);
        expect(Object.keys(SUGGESTION_REASONS)).toContain(because);
        if (because.startsWith('REGRA')) expect(reasons[0]).toMatch(/^Regra Marca nossa: /);
        expect(reasons.every((reason) => reason.trim() !== '')).toBe(true);
      }),
    );
  });

  it('fills in what the analysis accepts, and nothing where nothing is proposed', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const suggested = suggestAnalysis(facts);
        const line = {
          id: 7,
          label: '10023 - ARROZ',
          requested: facts.requested,
          divides: true,
          barred: facts.barred,
        };
        const input = suggestedInput(line, suggested);
        expect(input === null).toBe(suggested.proposal === 'OLHAR');
        if (input) expect(analysisProblems({ linhas: [input] }, { lines: [line] })).toEqual([]);
        if (!input) return;
        const authorized = String(input.autorizada);
        expect(isFollowed(suggested.proposal, { requested: facts.requested, authorized })).toBe(true);
      }),
    );
  });
});

describe('the mark of a suggestion', () => {
  it('is read again as what it says, and nothing else is read', () => {
    expect(readMark(suggestionMark(suggest({ invoiceAge: 999 })))).toEqual({
      proposal: 'RECUSAR',
      because: 'FORA_DO_PRAZO',
    });
    for (const mark of ['', 'APROVAR', 'APROVAR:', 'APROVAR:constructor', 'toString:EM_ORDEM', 'x'])
      expect(readMark(mark)).toBeNull();
  });
});

describe('a decision', () => {
  it.each<[AnalysisProposal, string, boolean | null]>([
    ['APROVAR', '12.000', true],
    ['APROVAR', '11', false],
    ['APROVAR', '0', false],
    ['RECUSAR', '0.0000', true],
    ['RECUSAR', '1', false],
    ['OLHAR', '12', null],
  ])('on %s that authorises %s of 12 followed it: %s', (proposal, authorized, followed) => {
    expect(isFollowed(proposal, { requested: '12', authorized })).toBe(followed);
  });
});

describe('the counters of a refusal', () => {
  it('are those of the analysis', () => {
    for (const { key } of analysisCounters) {
      const { refusal } = suggest({ byRules: [rule('RECUSAR', { counter: key })] });
      expect(refusal?.counter).toBe(key);
    }
  });
});
