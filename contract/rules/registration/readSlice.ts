import type { JsonSchema } from '../definitions/definition.ts';
import { normalizeDocument } from '../documents.ts';
import { normalizeEmail } from '../email.ts';
import { fieldSchemas } from '../forms/fieldSchemas.ts';
import { normalizePhone } from '../phone.ts';
import type { Part } from './slices.ts';

/**
 * The data of a step as its schema means it: blanks are gone, e-mails in lower case, documents and phones without
 * mask, and numbers and ticks that came as text (a multipart body, a foreign client) are what they say. What still
 * does not fit is left as it is, for the schema to refuse.
 */
export const readSlice = (schema: JsonSchema, data: Part): Part =>
  withoutExempted(read(schema, data, '') as Part);

function read(schema: JsonSchema, value: unknown, pointer: string): unknown {
  if (Array.isArray(value)) return value.map((one, index) => read(schema, one, `${pointer}/${index}`));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        const found = read(schema, one, `${pointer}/${key}`);
        return found === undefined || found === null || found === '' ? [] : [[key, found]];
      }),
    );
  return scalar(fieldSchemas(schema, pointer), value);
}

const FORMATS: Record<string, (text: string) => string> = {
  email: normalizeEmail,
  phone: normalizePhone,
  cpf: normalizeDocument,
  cnpj: normalizeDocument,
  cpfCnpj: normalizeDocument,
  cep: (text) => text.replace(/[.\-\s]/g, ''),
  cnae: (text) => text.replace(/[./\-\s]/g, ''),
};

const TICKS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

function scalar(fields: readonly JsonSchema[], value: unknown): unknown {
  const types = fields.map(({ type }) => type);
  const normalize = FORMATS[String(fields.find(({ format }) => format)?.format)];
  const text = typeof value === 'string' ? value.trim() : value;
  if (text === '') return undefined;
  if (types.includes('boolean')) return TICKS[String(text)] ?? text;
  if (types.includes('integer') || types.includes('number'))
    return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (types.includes('string') && typeof text === 'number') return String(text);
  return typeof text === 'string' && normalize ? normalize(text) : text;
}

/** Whoever is exempt has no number; one that was typed before the tick means nothing. */
function withoutExempted(data: Part): Part {
  if (data.isento !== true) return data;
  const { inscricao: _, ...rest } = data;
  return rest;
}
