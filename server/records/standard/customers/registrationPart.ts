import { customerType } from '#contract/records/customers.ts';
import { normalizeValue } from '#contract/records/fields/normalizeRecord.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import { banks } from '#server/places.ts';

type Part = Readonly<Record<string, unknown>>;
const FIELD = customerType.campos.registro;

/** The step in which the registration keeps a field that has no column; `null` if it is kept outside the steps. */
const PLACE_OF = {
  inscricaoMunicipal: 'empresa',
  cnae: 'empresa',
  suframa: 'empresa',
  consumidorFinal: 'empresa',
  regimeEspecial: 'empresa',
  observacoes: 'contatos',
  dadosBancarios: null,
  referenciasComerciais: null,
} as const satisfies Record<keyof typeof FIELD.campos, string | null>;

const itemsOf = (value: unknown): readonly Part[] => (Array.isArray(value) ? value : []);

/** Converts what a customer registered to the fields of the record. */
export function readRegistration(stored: unknown): unknown {
  const steps = stored as Readonly<Record<string, Part | undefined>>;
  const found = Object.entries(PLACE_OF).map(
    ([key, step]) => [key, step ? steps[step]?.[key] : steps[key]] as const,
  );
  const data: Record<string, unknown> = Object.fromEntries(found.filter(([, value]) => value !== undefined));
  if (data.dadosBancarios)
    data.dadosBancarios = itemsOf(data.dadosBancarios).map(({ banco, agencia, conta, contato }) => ({
      banco: (banco as Part | undefined)?.codigoBanco,
      agencia,
      conta,
      contato,
    }));
  if (data.referenciasComerciais)
    data.referenciasComerciais = itemsOf(data.referenciasComerciais).map((one) => onlyKnown(one));
  return normalizeValue(FIELD, data);
}

const REFERENCE = Object.keys(FIELD.campos.referenciasComerciais.campos);
const onlyKnown = (one: Part): Part =>
  Object.fromEntries(Object.entries(one).filter(([key]) => REFERENCE.includes(key)));

/** The rest of the registration, outside the record's fields, is kept. */
export function writeRegistration(value: unknown, stored: unknown): unknown {
  const given = recordOf(value);
  const steps: Record<string, unknown> = { ...(stored as Part | undefined) };
  for (const [key, name] of Object.entries(PLACE_OF)) {
    if (name === null) continue;
    const { [key]: _, ...rest } = recordOf(steps[name]);
    const step: Part = given[key] === undefined ? rest : { ...rest, [key]: given[key] };
    if (steps[name] || Object.keys(step).length > 0) steps[name] = step;
  }
  const lists = {
    dadosBancarios: itemsOf(given.dadosBancarios).map(({ banco, ...account }) => ({
      ...account,
      // The bank's name comes from the Central Bank's list.
      banco: banks().find(({ codigoBanco }) => codigoBanco === banco) ?? { codigoBanco: banco },
    })),
    referenciasComerciais: itemsOf(given.referenciasComerciais).map((one) => ({
      ...itemsOf(steps.referenciasComerciais).find(({ nome }) => nome === one.nome),
      ...one,
    })),
  };
  for (const [key, items] of Object.entries(lists))
    if (items.length > 0) steps[key] = items;
    else delete steps[key];
  return steps;
}
