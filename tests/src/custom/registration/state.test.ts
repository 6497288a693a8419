import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type FormStep,
  losses,
  pickFormFields,
  placeOfField,
  sliceOf,
  withSlice,
} from '#src/custom/registration/state/registrationDraft.ts';
import {
  addressesChanged,
  withFoundAddress,
  withSameAddress,
} from '#src/custom/registration/state/usePostalCodes.ts';
import { fillIn } from '#src/custom/registration/state/useSteps.ts';
import { fromTaxAuthority } from '#src/custom/registration/state/useTaxImport.ts';
import type { RegistrationData } from '#src/resources/customers/shared/useRegistration.ts';

const steps = ['documento', 'empresa', 'contatos', 'enderecos'].map((etapa): FormStep => {
  const { titulo, schema, ui } = JSON.parse(readFileSync(`schemas/registration/sac-${etapa}.json`, 'utf8'));
  const formulario = { schema, ui, validador: '' };
  return { etapa, titulo, descricao: '', formulario, inicial: {}, versao: `sac-${etapa} 1` };
});

const whole = {
  documento: '30214587000100',
  empresa: { razaoSocial: 'Ponto Certo' },
  contatos: { email: 'a@b.com.br' },
  referenciasComerciais: [{ nome: 'Atacado' }],
  enderecoCobranca: { cep: '01310100' },
  enderecoEntrega: { cep: '01310100' },
  dadosBancarios: [{ agencia: '1' }],
};

describe('parts of a registration', () => {
  it('are unchanged by walking through the steps, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 8 }), (walked) => {
        const after = walked.reduce<RegistrationData>(
          (data, step) => withSlice(step, data, sliceOf(step, data, { tipo: 'PJ' })),
          whole,
        );
        expect(after).toEqual(whole);
      }),
    );
  });

  it('are found by the field that the server names', () => {
    expect(placeOfField('empresa.razaoSocial', steps)).toEqual({ etapa: 'empresa', path: 'razaoSocial' });
    expect(placeOfField('referenciasComerciais.0.nome', steps)).toEqual({
      etapa: 'contatos',
      path: 'referenciasComerciais.0.nome',
    });
    expect(placeOfField('enderecoEntrega.ibge', steps)).toEqual({
      etapa: 'enderecos',
      path: 'enderecoEntrega.ibge',
    });
    expect(placeOfField('documento', steps)).toEqual({ etapa: 'documento', path: 'documento' });
    expect(placeOfField('outra.coisa', steps)).toBeNull();
  });

  it('accept only fields of the forms', () => {
    const known = { empresa: { razaoSocial: 'A', porte: 'ME' }, socios: [], documento: '1' };
    expect(pickFormFields(steps, known)).toEqual({ empresa: { razaoSocial: 'A' }, documento: '1' });
  });
});

describe('data from outside', () => {
  it('fills empty fields, keeps and reports typed ones unless replacing is requested', () => {
    const known = { empresa: { razaoSocial: 'Da Receita', nomeFantasia: 'Loja' } };
    const written = { empresa: { nomeFantasia: 'Minha', razaoSocial: '' } };
    expect(fillIn(written, known)).toEqual({
      data: { empresa: { nomeFantasia: 'Minha', razaoSocial: 'Da Receita' } },
      kept: ['empresa.nomeFantasia'],
    });
    expect(fillIn(written, known, true)).toEqual({ data: known, kept: [] });
  });

  it('is empty when the tax authority names no company', () => {
    expect(fromTaxAuthority({})).toBeNull();
    expect(fromTaxAuthority({ razao_social: 'A', cnae_principal: { codigo: '47.11-3/02' } })).toMatchObject({
      empresa: { razaoSocial: 'A', nomeFantasia: 'A', cnae: '4711302' },
    });
  });

  it('sets an address by its CEP, without replacing typed number and complement', () => {
    const data = { enderecoCobranca: { cep: '01001000', complemento: 'Loja 2', numero: '7' } };
    const found = { logradouro: 'Praça da Sé', complemento: 'lado ímpar', localidade: 'São Paulo', uf: 'SP' };
    const filled = withFoundAddress(data, 'enderecoCobranca', found);
    expect(filled.enderecoCobranca).toMatchObject({
      logradouro: 'Praça da Sé',
      complemento: 'Loja 2',
      numero: '7',
    });
    const linked = withSameAddress(filled);
    expect(linked.enderecoEntrega).toEqual(filled.enderecoCobranca);
    expect(addressesChanged(linked, { ...linked, enderecoEntrega: { ...data.enderecoCobranca } })).toBe(true);
    expect(addressesChanged(linked, { ...linked })).toBe(false);
  });
});

it('losses lists in words what would be lost', () => {
  expect(losses({ documento: '1' })).toBe('');
  expect(losses({ ...whole, empresa: { anexos: [{ id: 'a' }] } })).toBe(
    'os dados da empresa, os contatos, o endereço de cobrança, o endereço de entrega, 1 referência comercial, 1 conta bancária e 1 anexo',
  );
});
