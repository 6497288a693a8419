import { expect, it } from '@jest/globals';
import {
  customTabOf,
  type PanelTabDefinition,
  panelGroups,
  typeOfTab,
  withCustomTabs,
} from '#contract/rules/panel/panelDefinition.ts';

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

it('adds the tabs of custom types that ask for one behind the configured tabs', () => {
  const panel = withCustomTabs(standard, [type('cofres', 'cliente'), type('frotas', null)]);
  const groups = panelGroups(panel, () => false);
  expect(groups.map(({ titulo, abas }) => [titulo, abas.map((tab) => tab.titulo)])).toEqual([
    ['Cadastro', ['Dados']],
    ['Cadastros próprios', ['Cofres']],
  ]);
  expect(withCustomTabs(standard, [type('frotas', null)])).toEqual(standard);
});

it('places and titles custom tabs as the definition says, and hides those it hides', () => {
  const own = (chave: string, more: object = {}): PanelTabDefinition => ({
    chave: customTabOf(chave),
    titulo: `Os ${chave}`,
    grupo: 'cadastro',
    icone: 'Badge',
    permissoes: [],
    ...more,
  });
  const placed = {
    ...standard,
    abas: [own('cofres'), ...standard.abas, own('malas', { oculta: true }), own('frotas'), own('nenhum')],
  };
  const types = [
    type('cofres', 'cliente'),
    type('malas', 'cliente'),
    type('frotas', null),
    type('redes', 'c'),
  ];
  const groups = panelGroups(withCustomTabs(placed, types), () => false);
  expect(groups.map(({ titulo, abas }) => [titulo, abas.map(({ chave }) => chave)])).toEqual([
    ['Cadastro', ['cadastro-cofres', 'dados']],
    ['Cadastros próprios', ['cadastro-redes']],
  ]);
  expect(groups[0]?.abas[0]?.titulo).toBe('Os cofres');
  // A type that a person may not read is not revealed to them, wherever the definition places it.
  expect(withCustomTabs(placed, []).abas).toEqual(standard.abas);
});

it('recognises a custom type by the key of its tab, and no built-in tab as one', () => {
  expect(typeOfTab(customTabOf('cofres'))).toBe('cofres');
  expect(typeOfTab('notas-fiscais')).toBeNull();
});
