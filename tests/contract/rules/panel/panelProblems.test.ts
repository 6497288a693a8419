import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MODULES } from '#contract/permissions.ts';
import {
  defaultTab,
  missingPermission,
  PANEL_TABS,
  type PanelDefinition,
  type PanelTabDefinition,
  panelGroups,
  panelProblems,
  withNowTab,
} from '#contract/rules/panel/panelDefinition.ts';

const standard: PanelDefinition = JSON.parse(readFileSync('schemas/panels/cliente.json', 'utf8'));
const everything = () => true;

/** With the registration's tab changed, and first. */
const withTab = (change: Partial<PanelTabDefinition>): PanelDefinition => {
  const tab = standard.abas.find(({ chave }) => chave === 'dados') as PanelTabDefinition;
  return { ...standard, abas: [{ ...tab, ...change }, ...standard.abas.filter((each) => each !== tab)] };
};
const pointers = (panel: PanelDefinition) => panelProblems(panel).map(({ pointer }) => pointer);

it('accepts custom tabs without panel permissions, in existing groups only', () => {
  expect(pointers(withTab({ chave: 'cadastro-cofres', permissoes: [] }))).toEqual([]);
  expect(pointers(withTab({ chave: 'dados', permissoes: [] }))).toEqual(['/abas/0/permissoes']);
  expect(pointers(withTab({ chave: 'cadastro-cofres', permissoes: [], grupo: 'outro' }))).toContain(
    '/abas/0/grupo',
  );
});

describe('standard panel', () => {
  it('has every tab once, and no problems', () => {
    expect(standard.abas.map(({ chave }) => chave).sort()).toEqual([...PANEL_TABS].sort());
    expect(panelProblems(standard)).toEqual([]);
  });
  it("begins with 'Agora', and has the eighteen documented tabs in six groups", () => {
    const [now, ...groups] = panelGroups(standard, everything);
    expect(now?.abas.map(({ chave }) => chave)).toEqual(['agora']);
    expect(groups.map(({ titulo, abas }) => [titulo, abas.length])).toEqual([
      ['Comercial', 3],
      ['Atendimento', 4],
      ['Financeiro', 3],
      ['Comunicação', 3],
      ['Cadastro', 3],
      ['Responsáveis', 2],
    ]);
  });
  it('is made of the tabs that the studio offers', () => {
    for (const { grupo: _, ...tab } of standard.abas) expect(defaultTab(tab.chave)).toEqual(tab);
  });
  it('hides tabs that a person cannot see, and groups left empty', () => {
    const groups = panelGroups(standard, (each) => each === 'CLIENTE_PEDIDOS');
    expect(groups.map(({ titulo, abas }) => [titulo, abas.map(({ chave }) => chave)])).toEqual([
      ['Comercial', ['pedidos']],
    ]);
  });
  it('shows Frequência only with the automation module as well', () => {
    const tab = standard.abas.find(({ chave }) => chave === 'frequencia') as PanelTabDefinition;
    expect(missingPermission(tab, (each) => each !== 'AUTOMACAO')).toBe('AUTOMACAO');
    expect(missingPermission(tab, everything)).toBeUndefined();
  });
  it('has a tab for each permission that names one', () => {
    const actions = new Set([
      'CONTATOS_CADASTRA',
      'LIMITES_CREDITO',
      'ATIVIDADES',
      'CADASTRA',
      'EDITAR',
      'FLEX',
      'CLIENTES_UNIR',
    ]);
    const named = MODULES.CLIENTE.filter((name) => !actions.has(name.replace('CLIENTE_', '')));
    expect(new Set(standard.abas.flatMap(({ permissoes }) => permissoes))).toEqual(
      new Set([...named, 'CLIENTE', 'AUTOMACAO', 'SAC_RELATORIO']),
    );
  });
});

describe('changed panel', () => {
  it('must keep the permissions of its calls, and can require more', () => {
    expect(pointers(withTab({ permissoes: ['CLIENTE'] }))).toEqual(['/abas/0/permissoes']);
    expect(pointers(withTab({ permissoes: ['CLIENTE_DADOS_CADASTRAIS', 'AUDITORIA'] }))).toEqual([]);
    expect(pointers(withTab({ permissoes: ['CLIENTE_DADOS_CADASTRAIS', 'NADA' as 'CLIENTE'] }))).toEqual([
      '/abas/0/permissoes',
    ]);
  });
  it('must use existing groups, and each tab once', () => {
    expect(pointers(withTab({ grupo: 'outro' }))).toEqual(['/abas/0/grupo']);
    const [first] = standard.abas;
    expect(pointers({ ...standard, abas: [...standard.abas, first as PanelTabDefinition] })).toEqual([
      `/abas/${standard.abas.length}/chave`,
    ]);
  });
  it('must leave one tab visible; an empty group is only a warning', () => {
    const hidden = standard.abas.map((tab) => ({ ...tab, oculta: true }));
    expect(pointers({ ...standard, abas: hidden })).toContain('/abas');
    expect(panelGroups({ ...standard, abas: hidden }, everything)).toEqual([]);
    const more = { ...standard, grupos: [...standard.grupos, { chave: 'novo', titulo: 'Novo' }] };
    expect(panelProblems(more)).toMatchObject([{ pointer: '/grupos/7', severity: 'AVISO' }]);
  });
});

describe("panel published before there was 'Agora'", () => {
  const former: PanelDefinition = {
    ...standard,
    grupos: standard.grupos.filter(({ chave }) => chave !== 'agora'),
    abas: standard.abas.filter(({ chave }) => chave !== 'agora'),
  };
  const keys = ({ abas }: PanelDefinition) => abas.map(({ chave }) => chave);

  it('has it first, and its other tabs in their order', () => {
    expect(keys(withNowTab(former))).toEqual(['agora', ...keys(former)]);
    expect(panelGroups(withNowTab(former), everything)[0]?.abas.map(({ chave }) => chave)).toEqual(['agora']);
    expect(panelProblems(withNowTab(former))).toEqual([]);
  });
  it('stays as it is once it names the tab, moved or hidden', () => {
    const hidden: PanelDefinition = {
      ...former,
      abas: [...former.abas, { ...defaultTab('agora'), grupo: 'cadastro', oculta: true }],
    };
    expect(withNowTab(hidden)).toBe(hidden);
    expect(withNowTab(standard)).toBe(standard);
  });
});
