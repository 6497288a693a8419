import { describe, expect, it } from '@jest/globals';
import {
  type MergeSide,
  mergeObstacle,
  type UndoGround,
  undoObstacle,
} from '#contract/rules/tickets/ticketMerge.ts';

const side = (id: number, given: Partial<MergeSide> = {}): MergeSide => ({
  id,
  customerId: 7,
  consumer: '',
  branchId: 1,
  representativeId: 3,
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
const codeOf = (leading: Partial<MergeSide>, other: Partial<MergeSide>, items = 100) =>
  mergeObstacle(side(2001, leading), side(2007, other), { items })?.code ?? null;

describe('mergeObstacle', () => {
  it('lets tickets of one customer be merged at the same step of the same type', () => {
    expect(codeOf({}, {})).toBeNull();
  });

  it.each<[string, Partial<MergeSide>, Partial<MergeSide>]>([
    ['MESMO_TICKET', {}, { id: 2001 }],
    ['JUNTADO', {}, { mergedInto: 2003, archived: true, status: 'CANCELADO' }],
    ['JUNTADO', { mergedInto: 2003, archived: true, status: 'CANCELADO' }, {}],
    ['ARQUIVADO', {}, { archived: true, status: 'FINALIZADO' }],
    ['ENCERRADO', { status: 'FINALIZADO' }, {}],
    ['ENCERRADO', {}, { status: 'CANCELADO' }],
    ['OUTRO_CLIENTE', {}, { customerId: 8 }],
    ['OUTRO_CONSUMIDOR', { consumer: '52998224725' }, { consumer: '' }],
    ['OUTRA_FILIAL', {}, { branchId: 2 }],
    ['OUTRO_REPRESENTANTE', {}, { representativeId: 4 }],
    ['OUTRO_REPRESENTANTE', { representativeId: null }, { lines: 0 }],
    ['JA_DECIDIDO', {}, { decided: true, lines: 0 }],
    ['DUAS_NOTAS', { hasReturnInvoice: true }, { hasReturnInvoice: true }],
    ['DUAS_COLETAS', { pickup: 4 }, { pickup: 5 }],
    ['OUTRO_TIPO', { typeId: 2 }, {}],
    ['OUTRO_TIPO', { typeId: 2 }, { lines: 0, extends: true }],
    ['OUTRA_ETAPA', { stepKey: 'COLETA' }, {}],
    ['OUTRA_ETAPA', { stepKey: 'COLETA' }, { lines: 0, hasReturnInvoice: true }],
    ['OUTRA_ETAPA', { stepKey: 'COLETA' }, { lines: 0, pickup: 5 }],
  ])('refuses with %s', (code, leading, other) => {
    const found = mergeObstacle(side(2001, leading), side(2007, other), { items: 100 });
    expect(found?.code).toBe(code);
    expect(found?.message).toMatch(/^[A-ZÀ-Ú].*\.$/);
  });

  it('lets a mere conversation go to any type and step, and one pickup carry both', () => {
    expect(codeOf({ typeId: 2, stepKey: 'TRATATIVA' }, { lines: 0 })).toBeNull();
    expect(codeOf({ pickup: 4 }, { pickup: 4 })).toBeNull();
    expect(codeOf({ hasReturnInvoice: true }, {})).toBeNull();
  });

  it('keeps to the most products of a ticket', () => {
    expect([codeOf({ lines: 3 }, { lines: 2 }, 5), codeOf({ lines: 3 }, { lines: 3 }, 5)]).toEqual([
      null,
      'PRODUTOS_DEMAIS',
    ]);
  });
});

const AT = new Date('2026-11-29T12:00:00Z');
const ground = (given: Partial<UndoGround> = {}): UndoGround => ({
  other: 2007,
  leading: 2001,
  at: AT,
  now: new Date('2026-11-30T12:00:00Z'),
  zone: 'America/Sao_Paulo',
  closed: false,
  sameStep: true,
  stepName: 'Coleta',
  sameLines: true,
  broughtSince: null,
  sameReturnInvoice: true,
  samePickup: true,
  sameMessages: true,
  ...given,
});

describe('undoObstacle', () => {
  it('lets a merge be taken back for exactly a day', () => {
    expect(undoObstacle(ground())).toBeNull();
    expect(undoObstacle(ground({ now: new Date('2026-11-30T12:00:00.001Z') }))).toEqual({
      code: 'FORA_DO_PRAZO',
      message: 'A junção do ticket 2007 só podia ser desfeita até 30/11/2026 09:00.',
    });
  });

  it.each<[string, Partial<UndoGround>]>([
    ['ENCERRADO', { closed: true }],
    ['ETAPA_MUDOU', { sameStep: false }],
    ['PRODUTOS_MUDARAM', { sameLines: false }],
    ['JUNCAO_POSTERIOR', { broughtSince: 2009, sameReturnInvoice: false, samePickup: false }],
    ['NOTA_MUDOU', { sameReturnInvoice: false }],
    ['COLETA_MUDOU', { samePickup: false }],
    ['MENSAGENS_MUDARAM', { sameMessages: false }],
  ])('refuses with %s', (code, given) => {
    expect(undoObstacle(ground(given))?.code).toBe(code);
  });
});
