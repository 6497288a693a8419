import { normalizePostalCode } from '../../../../contract/rules/address.ts';
import { isRecord } from '../../../../contract/rules/draftReading.ts';
import { normalizeEmail } from '../../../../contract/rules/email.ts';
import { isPhone, normalizePhone } from '../../../../contract/rules/phone.ts';
import type { RegistrationData } from './registrationDraft.ts';

/** The part of a registration that the tax authority knows; `null` when its answer names no company. */
export function fromTaxAuthority(answer: Readonly<Record<string, unknown>>): RegistrationData | null {
  const text = (key: string) => {
    const value = answer[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const razaoSocial = text('razao_social');
  if (!razaoSocial) return null;
  const phone = [text('telefone'), text('telefone1'), text('ddd_telefone_1')].find(isPhone) ?? '';
  return {
    empresa: {
      razaoSocial: razaoSocial.slice(0, 100),
      nomeFantasia: (text('nome_fantasia') || razaoSocial).slice(0, 100),
      inscricao: text('inscricao_estadual').slice(0, 14),
      cnae: digits(answer.cnae_principal),
      cnaes_secundario: secondary(answer.cnaes_secundario),
    },
    contatos: {
      nomeSocio: firstPartner(answer.socios).slice(0, 50),
      telefone1: normalizePhone(phone),
      email: normalizeEmail(text('email')).slice(0, 50),
    },
    enderecoCobranca: {
      cep: normalizePostalCode(text('cep')),
      logradouro: [text('tipo_logradouro'), text('logradouro')].filter(Boolean).join(' '),
      numero: text('numero'),
      complemento: text('complemento').slice(0, 80),
      bairro: text('bairro'),
      ibge: text('ibge') || text('codigo_municipio_ibge'),
      cidade: text('cidade') || text('municipio'),
      uf: text('uf'),
    },
  };
}

/** A code comes as text, as number, or with its description. */
function digits(code: unknown): string {
  if (isRecord(code)) return digits(code.codigo ?? code.id);
  return typeof code === 'string' || typeof code === 'number'
    ? String(code).replace(/\D/g, '').slice(0, 7)
    : '';
}

const secondary = (codes: unknown): string[] =>
  Array.isArray(codes) ? codes.map(digits).filter((code) => code.length === 7) : [];

function firstPartner(partners: unknown): string {
  const first: unknown = Array.isArray(partners) ? partners[0] : undefined;
  return isRecord(first) && typeof first.nome === 'string' ? first.nome : '';
}
