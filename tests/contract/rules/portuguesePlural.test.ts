import { describe, expect, it } from '@jest/globals';
import { standardTypes } from '#contract/records/index.ts';
import { pluralOf } from '#contract/rules/portugueseNouns.ts';

describe('plural of a Portuguese name', () => {
  it.each([
    ['contrato', 'contratos'],
    ['vistoria', 'vistorias'],
    ['cliente', 'clientes'],
    ['baú', 'baús'],
    ['razão', 'razões'],
    ['operação', 'operações'],
    ['mão', 'mãos'],
    ['cidadão', 'cidadãos'],
    ['tabelião', 'tabeliães'],
    ['avião', 'aviões'],
    ['órgão', 'órgãos'],
    ['garagem', 'garagens'],
    ['item', 'itens'],
    ['álbum', 'álbuns'],
    ['setor', 'setores'],
    ['cartaz', 'cartazes'],
    ['caráter', 'caracteres'],
    ['mês', 'meses'],
    ['país', 'países'],
    ['gás', 'gases'],
    ['viés', 'vieses'],
    ['lápis', 'lápis'],
    ['ônibus', 'ônibus'],
    ['tórax', 'tórax'],
    ['filial', 'filiais'],
    ['papel', 'papéis'],
    ['móvel', 'móveis'],
    ['nível', 'níveis'],
    ['farol', 'faróis'],
    ['paul', 'pauis'],
    ['cônsul', 'cônsules'],
    ['perfil', 'perfis'],
    ['útil', 'úteis'],
    ['têxtil', 'têxteis'],
    ['mal', 'males'],
  ])('of %s is %s', (one, many) => {
    expect(pluralOf(one)).toBe(many);
  });

  it.each([
    ['Contrato de comodato', 'Contratos de comodato'],
    ['consumidor final', 'consumidores finais'],
    ['nota fiscal de remessa em aberto', 'notas fiscais de remessa em aberto'],
    ['Solicitação à fábrica', 'Solicitações à fábrica'],
    ['termo e condição', 'termos e condições'],
    ['pré-venda', 'pré-vendas'],
    ['mão-de-obra', 'mãos-de-obra'],
    ['cliente PJ', 'clientes PJ'],
    ['ficha 2', 'fichas 2'],
    ['Contrato/aditivo', 'Contratos/aditivos'],
    ['', ''],
  ])('of %s, whose words agree, is %s', (one, many) => {
    expect(pluralOf(one)).toBe(many);
  });

  it.each(Object.values(standardTypes).map(({ titulo }) => titulo))(
    'of the standard type $um is $muitos',
    ({ um, muitos }) => {
      expect(pluralOf(um)).toBe(muitos);
    },
  );
});
