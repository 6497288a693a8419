import { recordOf } from '#contract/rules/jsonRecord.ts';
import type { CustomerAddress } from '../../db/tables/customers/customers.ts';
import { banks, cityOf, townNamed } from '../../places.ts';
import type { ValidRegistration } from './validRegistration.ts';

/** The customer columns that a registration fills; the rest is stored as given in `registration`. */
export function customerColumns(validated: ValidRegistration) {
  const { empresa, contatos, enderecos } = validated.parts;
  const legalName = text(empresa.razaoSocial);
  return {
    document: validated.documento,
    legalName,
    tradeName: text(empresa.nomeFantasia) || legalName,
    email: text(contatos.email),
    phone: text(contatos.telefone1),
    stateRegistration: empresa.isento === true ? 'ISENTO' : text(empresa.inscricao),
    birthDate: text(empresa.dataNascimento) || null,
    address: addressOf((enderecos.enderecoCobranca ?? {}) as CustomerAddress),
    deliveryAddress: addressOf((enderecos.enderecoEntrega ?? {}) as CustomerAddress),
    activityId: idOf(empresa.atividade),
    leadSourceId: idOf(empresa.comoConheceu),
    priceTableId: idOf(empresa.tabelaPreco),
    simulation: validated.simulacao,
    prospect: false,
    registration: restOf(validated),
    extraFields: validated.extraFields,
  };
}

/** Leaves out everything that has a column of its own. */
function restOf({ parts: { empresa, contatos, enderecos } }: ValidRegistration): Record<string, unknown> {
  const { razaoSocial, nomeFantasia, dataNascimento, atividade, comoConheceu, tabelaPreco, ...company } =
    empresa;
  const { referenciasComerciais, ...people } = contatos;
  const { enderecoCobranca, enderecoEntrega, dadosBancarios, ...other } = enderecos;
  return {
    empresa: company,
    contatos: people,
    ...(listOf(referenciasComerciais).length > 0 && { referenciasComerciais }),
    ...(listOf(dadosBancarios).length > 0 && { dadosBancarios: listOf(dadosBancarios).map(withBankName) }),
    ...(Object.keys(other).length > 0 && { enderecos: other }),
  };
}

/** The bank name comes from the Central Bank's list, whatever was sent with the code. */
function withBankName(account: unknown): unknown {
  const { banco, ...rest } = account as { banco?: { codigoBanco?: string } };
  const bankFound = banks().find(({ codigoBanco }) => codigoBanco === banco?.codigoBanco);
  return { ...rest, banco: bankFound ?? banco };
}

export const branchIdOf = ({ parts }: ValidRegistration): number | null => idOf(parts.empresa.filialId);

/** The phones with their purpose, without duplicates. */
export function phonesOf({ parts: { contatos } }: ValidRegistration) {
  return distinct([
    [text(contatos.telefone1), 'Telefone'],
    [text(contatos.celular1), 'Celular'],
    [text(contatos.celular2), 'Outro celular'],
    [text(contatos.whatsApp), 'WhatsApp'],
  ]).map(([number, description]) => ({ number, description }));
}

export function emailsOf({ parts: { contatos } }: ValidRegistration) {
  return [
    { email: text(contatos.email), description: 'Contato' },
    { email: text(contatos.emailNFe), description: 'NF-e' },
    { email: text(contatos.emailBoleto), description: 'Boleto' },
  ].filter(({ email }) => email);
}

/** The contacts of a registration: the contact person, with phone and e-mail, and the partner by name only. */
export function contactsOf({ parts: { contatos } }: ValidRegistration) {
  const note = text(contatos.observacoes);
  return [
    {
      name: text(contatos.nomeContato),
      role: 'Contato',
      phone: text(contatos.telefone1),
      mobile: text(contatos.celular1),
      email: text(contatos.email),
      note,
    },
    { name: text(contatos.nomeSocio), role: 'Sócio', phone: '', mobile: '', email: '', note: '' },
  ].filter(({ name }) => name);
}

/** The files of a registration, also those of fields that a step asks for. Those of extra fields are linked with their fields. */
export const attachedIds = ({ parts, extraFields, fileFields }: ValidRegistration): string[] =>
  [parts.empresa.anexos, ...answersOfSteps(extraFields, fileFields)].flatMap(listOf).flatMap((file) => {
    const { id, mime } = recordOf(file);
    return typeof id === 'string' && typeof mime === 'string' ? [id] : [];
  });

const answersOfSteps = (
  values: Record<string, unknown>,
  fields: ValidRegistration['fileFields'],
): unknown[] =>
  Object.entries(values).flatMap(([key, value]) =>
    fields.some(({ chave }) => chave === key) ? [] : [value],
  );

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const idOf = (value: unknown): number | null => (value ? Number(value) : null);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const distinct = (pairs: [string, string][]): [string, string][] =>
  pairs.filter(([value], index) => value && pairs.findIndex(([other]) => other === value) === index);

/** The message for a town that does not belong to the given state. */
export const STRAY_TOWN = 'Escolha uma cidade do estado informado.';

/** Whether the town's code belongs to a state other than the given one, or to none. */
export const isWrongTown = ({ ibge, uf }: CustomerAddress): boolean =>
  ibge !== undefined && cityOf(ibge)?.uf !== uf;

/** Takes the town's name from its code; a town without a code gets the code that matches its name. */
export function addressOf(address: CustomerAddress): CustomerAddress {
  const city = address.ibge ? cityOf(address.ibge) : undefined;
  if (city) return { ...address, cidade: city.cidade, uf: city.uf };
  if (address.ibge || !address.cidade || !address.uf) return address;
  const found = townNamed(address.uf, address.cidade);
  return found ? { ...address, cidade: found.cidade, ibge: found.ibge } : address;
}
