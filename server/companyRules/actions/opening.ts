import {
  branchField,
  type CustomTypeDefinition,
  customerField,
  ticketField,
} from '#contract/records/customType.ts';
import { writtenValue } from '#contract/rules/fields/writtenValue.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import { refused } from '../../errors.ts';
import { customType } from '../../records/custom/queries.ts';
import { numberKey } from '../../records/mapping.ts';
import { saveRecords } from '../../records/write/saveRecords.ts';
import { openTicket } from '../../sac/tickets/commands.ts';
import { writableFields } from '../filledFields.ts';
import { RULE_ORIGIN } from '../openable.ts';
import type { Act, Acting } from './acting.ts';
import { branchOf, customerOf, partiesOf } from './parties.ts';

/** A ticket of the record's customer, at the branch of the record. */
export const openOne: Act<'TICKET'> = async (acting, { tipo, motivoAbertura, assunto, mensagem }) => {
  const { tx, ctx, fill } = acting;
  const { id, parties } = await customerOf(acting);
  const { branchId } = await branchOf(acting, id, parties.branchId);
  const { data } = await openTicket(
    tx,
    {
      ...{ tipo, origem: RULE_ORIGIN, idCli: id, idFil: branchId },
      ...(motivoAbertura && { motivo1: motivoAbertura }),
      ...{ assunto: (await fill(assunto)).slice(0, 200), mensagem: await fill(mensagem) },
    },
    ctx,
  );
  return { sentence: data.message, result: { ticket: data.id ?? 0 } };
};

/** A record of a type of the company's own, with the values of this one, and whose it is where the values do not say it. */
export const createRecord: Act<'REGISTRO'> = async (acting, { cadastro, valores }) => {
  const { tx, ctx, fill } = acting;
  const mapped = await customType(tx, cadastro);
  const definition = await publishedDefinition<CustomTypeDefinition>(tx, 'records', cadastro);
  if (!mapped || !definition) throw refused('CADASTRO', 'O cadastro não existe mais.');
  const { campos } = mapped.type;
  const dados: Record<string, unknown> = await belongings(acting, definition.content);
  for (const [key, text] of Object.entries(valores)) {
    const field = writableFields(definition.content).find(({ chave }) => chave === key);
    if (!field) throw refused('CAMPO', unwritable(definition.content, key));
    const read = writtenValue(field, await fill(text));
    if ('problem' in read) throw refused('VALOR', `${field.titulo}: ${read.problem}`);
    if (read.value !== null) dados[key] = read.value;
  }
  const [result] = await saveRecords(tx, ctx, mapped, [{ dados: dados as never }], { mode: 'criar' });
  if (!result || result.resultado === 'recusado') {
    const [[key = '', message = ''] = []] = Object.entries(result?.erros ?? {});
    const title = campos[key.split('/')[0] ?? '']?.titulo;
    throw refused('REGISTRO', `${title ? `${title}: ` : ''}${message || 'O registro foi recusado.'}`);
  }
  return { sentence: 'Registro criado.', result: { registro: result.id ?? 0 } };
};

function unwritable({ campos }: CustomTypeDefinition, key: string): string {
  const title = campos.find(({ chave }) => chave === key)?.titulo;
  return title
    ? `O campo "${title}" do cadastro não se preenche mais.`
    : 'O cadastro não tem mais um dos campos que a ação preenche.';
}

/** Customer, branch and ticket of this record, in the first fields that refer to such. */
async function belongings(
  acting: Acting,
  { campos }: CustomTypeDefinition,
): Promise<Record<string, unknown>> {
  const { customerId, branchId } = await partiesOf(acting);
  const ownFields: [string | undefined, number | null][] = [
    [customerField(campos), customerId],
    [branchField(campos), branchId],
    [ticketField(campos), acting.entity === 'tickets' ? acting.recordId : null],
  ];
  return Object.fromEntries(
    ownFields.flatMap(([key, id]) => (key && id !== null ? [[key, numberKey(id)]] : [])),
  );
}
