import { useState } from 'react';
import type { Area } from '#contract/route.ts';
import { normalizeEmail, normalizePostalCode } from '#contract/rules/contact.ts';
import { normalizeDocument } from '#contract/rules/documents.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { isPhone, normalizePhone } from '#contract/rules/phone.ts';
import { registrationRoutes } from '#contract/sac/registration.ts';
import { call } from '#data/call.ts';
import type { RegistrationData } from '#src/resources/customers/shared/useRegistration.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { textAt } from './registrationDraft.ts';
import type { Steps } from './useSteps.ts';

type ImportResult =
  | { state: 'found'; name: string; kept: string[]; known: RegistrationData }
  | { state: 'unknown' }
  | { state: 'failed'; text: string };

/** The import is available from this many characters on (document 001, section 5). */
export const CNPJ_LENGTH = 14;

/** 'Importar da Receita': imports company, partner, phone and billing address of a CNPJ. */
export function useTaxImport(area: Area, steps: Steps, onFilled: () => void) {
  const [result, setResult] = useState<ImportResult | null>(null);
  const [running, setRunning] = useState(false);

  const run = async (typed: string) => {
    const cnpj = normalizeDocument(typed);
    setRunning(true);
    setResult(null);
    try {
      const answer = await call(registrationRoutes.taxAuthority, { params: { cnpj } }, { area });
      const importedData = fromTaxAuthority(answer);
      // Another CNPJ was typed meanwhile, so this response is obsolete.
      if (normalizeDocument(textAt(steps.latest.current.data, 'documento')) !== cnpj) return;
      if (!importedData) return setResult({ state: 'unknown' });
      const keptFields = steps.fill(importedData);
      onFilled();
      setResult({
        state: 'found',
        name: textAt(importedData, 'empresa', 'razaoSocial'),
        kept: keptFields,
        known: importedData,
      });
    } catch (error) {
      setResult({ state: 'failed', text: errorText(error) });
    } finally {
      setRunning(false);
    }
  };
  const replaceKept = () => {
    if (result?.state !== 'found') return;
    steps.fill(result.known, true);
    onFilled();
    setResult({ ...result, kept: [] });
  };
  /** After a step change, only what is still to be decided remains on display. */
  const settle = () => setResult((now) => (now?.state === 'found' && now.kept.length > 0 ? now : null));
  return { result, running, run, replaceKept, settle, forget: () => setResult(null) };
}

export type TaxImport = ReturnType<typeof useTaxImport>;

/** The part of a registration that the tax authority provides; `null` when its response names no company. */
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

/** A code may be a string, a number, or an object with a description. */
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
