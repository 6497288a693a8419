import { describe, expect, it } from '@jest/globals';
import { emptyDraft, type TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import { wizardLimits, wizardSteps } from '#contract/rules/tickets/ticketWizard.ts';
import {
  blockedText,
  firstOpenStep,
  stepOfField,
  stepOfRefusal,
  stepSummary,
} from '#src/custom/ticketWizard/state/stepState.ts';
import {
  losses,
  ruleContext,
  type WizardState,
  wizardReducer,
} from '#src/custom/ticketWizard/state/useWizardSession.ts';
import {
  chooseBranch,
  chooseCustomer,
  chooseMenu,
  chooseReasonAt,
  chooseType,
  restoreDraft,
  startDraft,
  switchConsumer,
} from '#src/resources/tickets/shared/draft/draftTransitions.ts';
import { consumer, customer, menuNamed, menus, operator, stored, typeNamed } from './support/catalog.ts';

const sac = { chave: 'SAC', descricao: 'SAC' };
const begun = (key: string, person = operator): TicketDraft => {
  const type = typeNamed(key);
  return chooseType(startDraft(menuNamed(type.menu), sac, person), type, person);
};
const note = { chave: 'K', numNf: '1', dtSai: '2026-11-01', vlTot: '10' };

describe('menu and type', () => {
  it('select the only type of a menu at once', () => {
    const menu = { ...menuNamed('DUVIDA'), tipos: [typeNamed('DUVIDA_PRODUTO')] };
    expect(startDraft(menu, sac, operator).tipo?.chave).toBe('DUVIDA_PRODUTO');
    expect(startDraft(menuNamed('DUVIDA'), sac, operator).tipo).toBeNull();
  });

  it('fill in default and single mandatory reasons, and clear those of the previous type', () => {
    const late = chooseReasonAt(begun('PRORROGACAO'), typeNamed('PRORROGACAO'), 1, 1034);
    expect([late.motivo1?.id, late.motivo2?.descricao]).toEqual([1034, 'Transporte']);
    expect(begun('GARANTIA').motivo1?.descricao).toBe('Acionamento da garantia');
    expect(chooseType(late, typeNamed('TROCA'), operator).motivo1).toBeNull();
    expect(chooseMenu(late, menuNamed('DUVIDA'), operator)).toMatchObject({ tipo: null, motivo1: null });
  });

  it('clear answers that the new type does not accept, and keep the others', () => {
    const draft = {
      ...begun('PRORROGACAO'),
      notas: [note],
      mensagem: 'Atrasou',
      responsavel_prorrogacao: 'REPRESENTANTE' as const,
      dias_atraso_prorrogacao: 3,
    };
    expect(chooseType(draft, typeNamed('TROCA'), operator)).toMatchObject({
      notas: [],
      mensagem: 'Atrasou',
      responsavel_prorrogacao: null,
      dias_atraso_prorrogacao: null,
    });
    expect(chooseType(draft, typeNamed('SEGUNDA_VIA'), operator).notas).toEqual([note]);
  });
});

describe('customer and branch', () => {
  it('select the only branch, but neither of two', () => {
    expect(chooseCustomer(begun('DEVOLUCAO'), customer()).filial?.idFil).toBe(1);
    const two = customer({ filiaisSac: [1, 2].map((idFil) => ({ idFil, razSoc: `Filial ${idFil}` })) });
    expect(chooseCustomer(begun('DEVOLUCAO'), two).filial).toBeNull();
  });

  it('clear invoices, items and carrier when they change, and say so', () => {
    const draft = {
      ...chooseCustomer(begun('PRORROGACAO'), customer()),
      notas: [note, { ...note, chave: 'L' }],
      transportadora: { id: 3, razSoc: 'Expresso' },
    };
    expect(chooseCustomer(draft, customer())).toBe(draft);
    const other = chooseCustomer(draft, customer({ id: 8 }));
    expect(other).toMatchObject({ notas: [], transportadora: null, cliente: { id: 8 } });
    expect(losses(draft, other)).toBe('2 notas fiscais');
    const branch = chooseBranch({ ...draft, arquivos: [stored('a.jpg')] }, { idFil: 2, razSoc: 'Manaus' });
    expect(branch).toMatchObject({ notas: [], transportadora: { id: 3 }, filial: { idFil: 2 } });
    expect(losses(draft, draft)).toBe('');
    expect(losses({ ...draft, mensagem: 'Oi' }, { ...draft, notas: [] })).toBe(
      '2 notas fiscais e 1 mensagem',
    );
  });
});

describe('what was pasted for a customer', () => {
  const draft = {
    ...chooseCustomer(begun('DEVOLUCAO'), customer()),
    colado: { campo: 'P-9', linhas: ['P-8*1'] },
  };
  it.each([
    ['customer', chooseCustomer(draft, customer({ id: 8 }))],
    ['branch', chooseBranch(draft, { idFil: 2, razSoc: 'Manaus' })],
  ])('is not read for another %s, and that it goes is said before', (_what, other) => {
    expect(other).not.toHaveProperty('colado');
    expect(losses(draft, other)).toBe('2 linhas coladas');
  });
});

describe('consumer-final mode', () => {
  it('is forced for a consumer, with name, e-mail and own record', () => {
    expect(begun('QUALIDADE', consumer)).toMatchObject({
      cliente: { id: 44 },
      consumidorFinal: { nome: 'Caio Nunes', email: 'caio@exemplo.com.br', documento: '70000000744' },
    });
  });
  it('is offered to staff if the type allows it, and forced if it requires it', () => {
    expect(begun('DEVOLUCAO').consumidorFinal).toBeNull();
    expect(begun('TROCA').consumidorFinal).toBeNull();
    expect(begun('GARANTIA').consumidorFinal).toMatchObject({ nome: '' });
    const on = switchConsumer(begun('TROCA'), true);
    expect(on.consumidorFinal).toMatchObject({ documento: '' });
    expect(chooseType(on, typeNamed('DEVOLUCAO'), operator).consumidorFinal).toBeNull();
    expect(chooseType(on, typeNamed('QUALIDADE'), operator).consumidorFinal).not.toBeNull();
  });
});

describe('saved ticket draft', () => {
  const saved = chooseReasonAt(begun('DEVOLUCAO'), typeNamed('DEVOLUCAO'), 1, 1025);
  it('is restored unchanged while everything is still offered', () => {
    expect(restoreDraft(saved, menus, operator)).toEqual(saved);
  });
  it('loses only a type or reason that is no longer offered', () => {
    const without = menus.map((menu) => ({
      ...menu,
      tipos: menu.tipos.filter(({ chave }) => chave !== 'DEVOLUCAO'),
    }));
    const restored = restoreDraft({ ...saved, mensagem: 'Oi' }, without, operator);
    expect(restored).toMatchObject({
      tipo: null,
      motivo1: null,
      mensagem: 'Oi',
      menu: { chave: 'SOLICITACAO' },
    });
    const gone = { ...saved, motivo1: { id: 999, descricao: 'Velho' } };
    expect(restoreDraft(gone, menus, operator).motivo1).toBeNull();
  });
  it('never contains another customer for a consumer', () => {
    const foreign = { ...saved, cliente: { id: 7, razSoc: 'X', fant: 'X' } };
    expect(restoreDraft(foreign, menus, consumer).cliente?.id).toBe(44);
  });
});

describe('wizard steps', () => {
  const limits = wizardLimits({});
  const context = (draft: TicketDraft) => ruleContext(draft, { menus, person: operator, limits });
  const steps = wizardSteps(typeNamed('DEVOLUCAO'));

  it('continue where something is missing', () => {
    const typed = chooseReasonAt(begun('DEVOLUCAO'), typeNamed('DEVOLUCAO'), 1, 1025);
    expect(firstOpenStep(begun('DEVOLUCAO'), steps, context(begun('DEVOLUCAO')))).toBe('SOLICITACAO');
    expect(firstOpenStep(typed, steps, context(typed))).toBe('CLIENTE');
    const ready = chooseCustomer(begun('DUVIDA_PRODUTO'), customer());
    const requested = wizardSteps(typeNamed('DUVIDA_PRODUTO'));
    expect(firstOpenStep(ready, requested, context(ready))).toBe('DETALHES');
    const reported = { ...ready, mensagem: 'Qual a validade?' };
    expect(firstOpenStep(reported, requested, context(reported))).toBe('CONFIRMACAO');
  });

  it.each([
    ['motivo3', 'SOLICITACAO'],
    ['consumidorFinal.email', 'CLIENTE'],
    ['itens.2.qtd_solicitada', 'NOTA_PRODUTOS'],
    ['arquivos.0', 'DETALHES'],
    ['transportadora_id', null],
    ['desconhecido', null],
  ])('are found by the field %s', (field, step) => {
    expect(stepOfField(field, steps)).toBe(step);
  });

  it('return to the first one that was refused', () => {
    expect(stepOfRefusal({ mensagem: 'x', 'itens.0.obs': 'y' }, steps)).toBe('NOTA_PRODUTOS');
    expect(stepOfRefusal({}, steps)).toBeNull();
  });

  it('are summarised in one line', () => {
    const draft = chooseCustomer(begun('GARANTIA'), customer());
    expect(stepSummary('SOLICITACAO', draft)).toBe(
      'Garantia para consumidor final · Acionamento da garantia',
    );
    expect(stepSummary('CLIENTE', draft)).toBe('Padaria Sol · Matriz São Paulo');
    expect(stepSummary('NOTAS', { ...draft, notas: [note] })).toBe('1 nota fiscal');
    expect(stepSummary('DETALHES', { ...draft, mensagem: ' a\n b ', arquivos: [stored('a.jpg')] })).toBe(
      'a b · 1 arquivo',
    );
  });

  it('name the item or form that prevents continuing', () => {
    expect(blockedText(undefined, emptyDraft())).toBeNull();
    expect(blockedText({ field: 'idCli', message: 'Escolha o cliente.' }, emptyDraft())).toBe(
      'Escolha o cliente.',
    );
    expect(blockedText({ field: 'consumidorFinal.nome', message: 'Campo obrigatório' }, emptyDraft())).toBe(
      'Complete os dados do consumidor final.',
    );
  });
});

describe('wizard state', () => {
  const state: WizardState = {
    draft: emptyDraft(),
    step: 'CONFIRMACAO',
    touched: false,
    shown: false,
    refused: {},
  };
  it('keeps an error until its answer changes', () => {
    const fields = { mensagem: 'Curta', idCli: 'Não encontrado' };
    const refused = wizardReducer(state, { type: 'refused', fields, step: 'CLIENTE' });
    expect(refused).toMatchObject({ step: 'CLIENTE', shown: true, refused: fields });
    const changed = wizardReducer(refused, {
      type: 'changed',
      change: (now) => ({ ...now, mensagem: 'Longa' }),
    });
    expect(changed).toMatchObject({ touched: true, refused: { idCli: 'Não encontrado' } });
    const chosen = wizardReducer(changed, {
      type: 'changed',
      change: (now) => chooseCustomer(now, customer()),
    });
    expect(chosen.refused).toEqual({});
  });
  it('is unchanged by a change without effect', () => {
    expect(wizardReducer(state, { type: 'changed', change: (now) => now })).toBe(state);
  });
});

describe('wizard limits', () => {
  it('come from the parameters, or from the document if these are missing or invalid', () => {
    expect(wizardLimits({})).toEqual({
      maxItems: 100,
      maxBytes: 25 * 1_048_576,
      oldestDays: 1825,
      initialDays: 180,
    });
    expect(
      wizardLimits({ maximoItensTicket: '7', LIMITE_TAMANHO_MAXIMO_ARQUIVOS: 2, diasLimiteDevolucao: 90 }),
    ).toEqual({ maxItems: 7, maxBytes: 2 * 1_048_576, oldestDays: 90, initialDays: 90 });
    expect(wizardLimits({ maximoItensTicket: 'x', diasLimiteDevolucao: -1 })).toMatchObject({
      maxItems: 100,
      oldestDays: 1825,
    });
  });
});
