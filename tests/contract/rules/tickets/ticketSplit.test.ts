import { describe, expect, it } from '@jest/globals';
import type { MergeSide } from '#contract/rules/tickets/ticketMerge.ts';
import {
  type SplitGround,
  type SplitUndoGround,
  splitChoiceObstacle,
  splitStandingObstacle,
  splitText,
  splitUndoObstacle,
} from '#contract/rules/tickets/ticketSplit.ts';

const side = (given: Partial<MergeSide> = {}): MergeSide => ({
  id: 2001,
  customerId: 1,
  consumer: '',
  branchId: 1,
  representativeId: null,
  typeId: 1,
  typeName: 'Devolução',
  flowKey: 'DEVOLUCAO',
  stepKey: 'ANALISE_DEVOLUCAO',
  stepName: 'Análise',
  status: 'EM_ATENDIMENTO',
  archived: false,
  mergedInto: null,
  lines: 2,
  hasReturnInvoice: false,
  pickup: null,
  extends: false,
  decided: false,
  ...given,
});

const line = (id: number, counted = false) => ({ id, bought: true, counted });
const ground = (given: Partial<SplitGround> = {}): SplitGround => ({
  ticket: side(),
  type: { usa_nota_produto: 2, usa_produto: 0, usa_nota: 0 },
  lines: [line(1), line(2), line(3)],
  inFinance: false,
  ...given,
});
const choice = (lines: number[] = [], messages: number[] = [], files: number[] = []) => ({
  lines,
  messages,
  files,
});
describe('dividing a ticket', () => {
  it('lets some of its products go, with messages and files', () => {
    expect(splitChoiceObstacle(ground(), choice([1, 2], [9], [7]))).toBeNull();
  });

  const refusals: [string, Partial<SplitGround>, ReturnType<typeof choice>?][] = [
    ['JUNTADO', { ticket: side({ mergedInto: 2003, archived: true, status: 'CANCELADO' }) }],
    ['ARQUIVADO', { ticket: side({ archived: true, status: 'FINALIZADO' }) }],
    ['ENCERRADO', { ticket: side({ status: 'CANCELADO' }) }],
    ['PRORROGACAO', { ticket: side({ extends: true }) }],
    ['NADA_ESCOLHIDO', {}, choice()],
    ['NOTA_ENVIADA', { ticket: side({ hasReturnInvoice: true }) }],
    ['EM_COLETA', { ticket: side({ pickup: 12 }) }],
    ['JA_NO_FINANCEIRO', { inFinance: true }],
    ['JA_NO_FINANCEIRO', { ticket: side({ decided: true }) }],
    ['JA_CONFERIDO', { lines: [line(1), line(2, true)] }],
    ['ULTIMO_PRODUTO', {}, choice([1, 2, 3])],
    ['ULTIMO_PRODUTO', { lines: [line(1), { ...line(2), bought: false }] }],
    ['FALTAM_PRODUTOS', {}, choice([], [9])],
    ['FALTAM_PRODUTOS', { lines: [line(1), { ...line(2), bought: false }] }, choice([2])],
  ];
  it.each(refusals.map(([code, given, chosen = choice([1])]) => ({ code, given, chosen })))(
    'is refused with $code',
    ({ code, given, chosen }) => {
      expect(splitChoiceObstacle(ground(given), chosen)?.code).toBe(code);
    },
  );

  it('lets mere messages go from a type that demands no products, whatever was done with the goods', () => {
    const type = { usa_nota_produto: 1, usa_produto: 1, usa_nota: 1 } as const;
    const ticket = side({ hasReturnInvoice: true, pickup: 12 });
    expect(splitChoiceObstacle(ground({ type, ticket }), choice([], [9]))).toBeNull();
  });

  it('is barred before anything is chosen, where each of both would need products that cannot go', () => {
    const barred = (given: Partial<SplitGround> = {}) => splitStandingObstacle(ground(given))?.code ?? null;
    expect(barred()).toBeNull();
    expect(barred({ lines: [line(1)] })).toBe('FALTAM_PRODUTOS');
    expect(barred({ lines: [line(1), { ...line(2), bought: false }] })).toBe('FALTAM_PRODUTOS');
    expect(barred({ ticket: side({ pickup: 12 }) })).toBe('EM_COLETA');
    expect(barred({ ticket: side({ status: 'CANCELADO' }) })).toBe('ENCERRADO');
    const type = { usa_nota_produto: 1, usa_produto: 2, usa_nota: 0 } as const;
    expect(barred({ type, lines: [line(1), line(2)] })).toBe('FALTAM_PRODUTOS');
    const loose = (id: number) => ({ ...line(id), bought: false });
    expect(barred({ type, lines: [loose(1), loose(2)] })).toBeNull();
    const free = { usa_nota_produto: 1, usa_produto: 1, usa_nota: 2 } as const;
    expect(barred({ type: free, ticket: side({ pickup: 12 }), lines: [line(1)] })).toBeNull();
  });

  it('names what goes, and nothing that does not', () => {
    expect(splitText(choice([1, 2], [9]))).toBe('2 produtos e 1 mensagem');
    expect(splitText(choice([], [], [1]))).toBe('1 arquivo');
    expect(splitText(choice())).toBe('');
  });
});

describe('taking a split back', () => {
  const at = new Date('2026-11-20T12:00:00Z');
  const undo = (given: Partial<SplitUndoGround> = {}) =>
    splitUndoObstacle({
      source: side(),
      part: side({ id: 2009 }),
      at,
      now: new Date('2026-11-21T11:59:00Z'),
      zone: 'America/Sao_Paulo',
      sameStep: { source: true, part: true },
      lines: 1,
      sameLines: true,
      sameMessages: true,
      most: { items: 100 },
      ...given,
    });

  it('is possible within a day, as long as both stand where they stood', () => {
    expect(undo()).toBeNull();
  });

  it.each<[string, Partial<SplitUndoGround>]>([
    ['FORA_DO_PRAZO', { now: new Date('2026-11-21T12:00:01Z') }],
    ['JUNTADO', { source: side({ mergedInto: 2003, status: 'CANCELADO', archived: true }) }],
    ['ENCERRADO', { part: side({ id: 2009, status: 'FINALIZADO' }) }],
    ['ARQUIVADO', { source: side({ status: 'FINALIZADO', archived: true }) }],
    ['ETAPA_MUDOU', { sameStep: { source: true, part: false } }],
    ['ETAPA_MUDOU', { sameStep: { source: false, part: true } }],
    ['NOTA_MUDOU', { source: side({ hasReturnInvoice: true }) }],
    ['NOTA_MUDOU', { part: side({ id: 2009, hasReturnInvoice: true }) }],
    ['COLETA_MUDOU', { part: side({ id: 2009, pickup: 4 }) }],
    ['PRODUTOS_MUDARAM', { sameLines: false }],
    ['MENSAGENS_MUDARAM', { sameMessages: false }],
    ['PRODUTOS_DEMAIS', { most: { items: 3 } }],
  ])('is refused with %s', (code, given) => {
    expect(undo(given)?.code).toBe(code);
  });

  it('does not mind what the whole did with its goods if none went along', () => {
    const source = side({ hasReturnInvoice: true, pickup: 3 });
    expect(undo({ source, lines: 0, sameStep: { source: false, part: true } })).toBeNull();
  });

  it('says which of both has to be opened again', () => {
    expect(undo({ part: side({ id: 2009, status: 'FINALIZADO' }) })?.message).toBe(
      'O ticket 2009 já foi encerrado. Reabra-o para desfazer a divisão.',
    );
  });
});
