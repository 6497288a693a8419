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
} from '#contract/rules/panel/panelDefinition.ts';

const standard: PanelDefinition = JSON.parse(readFileSync('schemas/panels/cliente.json', 'utf8'));
const everything = () => true;

const withTab = (change: Partial<PanelTabDefinition>): PanelDefinition => {
  const [first, ...rest] = standard.abas;
  return { ...standard, abas: [{ ...(first as PanelTabDefinition), ...change }, ...rest] };
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
    ]);
    const named = MODULES.CLIENTE.filter((name) => !actions.has(name.replace('CLIENTE_', '')));
    expect(new Set(standard.abas.flatMap(({ permissoes }) => permissoes))).toEqual(
      new Set([...named, 'AUTOMACAO', 'SAC_RELATORIO']),
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
    expect(panelProblems(more)).toMatchObject([{ pointer: '/grupos/4', severity: 'AVISO' }]);
  });
});
