import { describe, expect, it } from '@jest/globals';
import { customRecordType } from '#contract/records/customType.ts';
import { standardTypes } from '#contract/records/index.ts';
import { sentenceOf } from '#contract/records/recordType.ts';
import { genderOf } from '#contract/rules/portugueseNouns.ts';

const FEMININE = `vistoria
  vistoria técnica
  inspeção
  versão
  gestão de frota
  região
  opinião
  unidade
  garagem
  série
  análise
  chave
  chave de acesso
  lista de presença
  filial
  ordem de serviço
  matriz
  foto
  mão
  Visita
  pré-venda`.split('\n');
const MASCULINE = `contrato de comodato
  equipamento
  programa
  sistema
  problema
  motorista
  mapa
  dia
  cartão
  botão
  caminhão
  coração
  limite
  cliente
  canal
  local
  setor
  item
  mês
  CEP
  veículo
  paradigma`.split('\n');

describe('gender of a Portuguese name', () => {
  it.each(FEMININE.map((name) => name.trim()))('%s is feminine', (name) => {
    expect(genderOf(name)).toBe('f');
  });

  it.each(MASCULINE.map((name) => name.trim()))('%s is masculine', (name) => {
    expect(genderOf(name)).toBe('m');
  });

  it('is guessed as every standard type says it', () => {
    const types = Object.values(standardTypes);
    const guessed = types.map(({ titulo: { um } }) => [um, genderOf(um)]);
    expect(guessed).toEqual(types.map(({ titulo: { um, genero } }) => [um, genero]));
  });

  it('forms the sentences of a custom type, unless its author chose another', () => {
    const done = (um: string, genero?: 'm' | 'f') => {
      const campos = [{ chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true }] as const;
      const titulo = { um, muitos: `${um}s`, ...(genero && { genero }) };
      const base = { formato: 2, chave: 'x', descricao: 'x', codigo: ['nome'], nome: 'nome' } as const;
      return sentenceOf(customRecordType({ ...base, titulo, campos }), 'criado.');
    };
    expect(done('vistoria')).toBe('Vistoria criada.');
    expect(done('contrato')).toBe('Contrato criado.');
    expect(done('mascote', 'f')).toBe('Mascote criada.');
  });
});
