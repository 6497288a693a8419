import { describe, expect, it } from '@jest/globals';
import { linkTargetPath, opensProblem } from '#contract/rules/sales/showcase.ts';

describe('target of a banner', () => {
  it('leads only to pages of this console', () => {
    expect(linkTargetPath({ tipo: 'TELA', valor: '/agendas?aba=hoje' })).toBe('/agendas?aba=hoje');
    for (const valor of ['https://fora.example', '//fora.example', '/\\fora.example', 'agendas', ''])
      expect([
        linkTargetPath({ tipo: 'TELA', valor }),
        opensProblem({ tipo: 'TELA', valor }) !== null,
      ]).toEqual([null, true]);
  });

  it('opens the list of customers, filtered by its words if it has any', () => {
    expect(linkTargetPath({ tipo: 'CLIENTES' })).toBe('/clientes');
    expect(linkTargetPath({ tipo: 'CLIENTES', valor: 'pão & cia' })).toBe(
      '/clientes?filter=%7B%22q%22%3A%22p%C3%A3o%20%26%20cia%22%7D',
    );
  });

  it('requires words for products, and a number for an article', () => {
    expect(opensProblem({ tipo: 'PRODUTOS', valor: ' ' })).not.toBeNull();
    expect(opensProblem({ tipo: 'ARTIGO', valor: '0' })).not.toBeNull();
    expect(opensProblem({ tipo: 'ARTIGO', valor: '12' })).toBeNull();
    expect(linkTargetPath({ tipo: 'ARTIGO', valor: '12' })).toBe('/artigo/12');
    expect([opensProblem({ tipo: 'NADA' }), linkTargetPath({ tipo: 'NADA' })]).toEqual([null, null]);
  });
});
