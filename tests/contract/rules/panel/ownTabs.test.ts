import { expect, it } from '@jest/globals';
import { ownTabOf, typeOfTab, withOwnTabs } from '../../../../contract/rules/panel/ownTabs.ts';
import { type PanelTabDefinition, panelGroups } from '../../../../contract/rules/panel/panelDefinition.ts';

const standard: { grupos: { chave: string; titulo: string }[]; abas: PanelTabDefinition[] } = {
  grupos: [{ chave: 'cadastro', titulo: 'Cadastro' }],
  abas: [{ chave: 'dados', titulo: 'Dados', grupo: 'cadastro', icone: 'Badge', permissoes: [] }],
};
const type = (chave: string, noPainelDoCliente: string | null) => ({
  chave,
  titulo: { um: 'cofre', muitos: 'cofres', genero: 'm' },
  icone: 'Lock',
  noPainelDoCliente,
});

it('puts the tabs of own types behind the configured ones, of those that say so', () => {
  const panel = withOwnTabs(standard, [type('cofres', 'cliente'), type('frotas', null)]);
  const groups = panelGroups(panel, () => false);
  expect(groups.map(({ titulo, abas }) => [titulo, abas.map((tab) => tab.titulo)])).toEqual([
    ['Cadastro', ['Dados']],
    ['Cadastros próprios', ['Cofres']],
  ]);
  expect(withOwnTabs(standard, [type('frotas', null)])).toEqual(standard);
});

it('knows the type of a tab by its address, and never takes a tab of the console for one', () => {
  expect(typeOfTab(ownTabOf('cofres'))).toBe('cofres');
  expect(typeOfTab('notas-fiscais')).toBeNull();
});
