import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { catalogue } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { UNTYPED } from '#contract/rules/draftReading.ts';
import { DRAFT_KINDS, type DraftKindKey } from '#contract/rules/drafts.ts';
import { emptyDraft as emptyTicket, TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import {
  emptyDraft,
  type FormStep,
  registrationFields,
} from '#src/custom/registration/state/registrationDraft.ts';
import { EMPTY_REPLY, replyFields } from '#src/resources/tickets/history/replyDraft.ts';
import { emptyMove, moveFields } from '#src/resources/tickets/moves/moveInput.ts';
import { type DraftFields, draftTexts, fieldsOf, OTHER_FIELD } from '#ui/drafts/draftTexts.ts';

const routes = Object.values(catalogue as unknown as Record<string, Record<string, Route>>)
  .flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  .filter((each) => typeof each?.path === 'string' && typeof each.method === 'string');
const routeOf = (command: string): Route | undefined =>
  routes.find(({ method, path }) => `${method} ${path}` === command);

/** The steps of the shipped registration, each as its screen gets it. */
const STEPS: FormStep[] = readdirSync('schemas/registration')
  .filter((name) => name.startsWith('callcenter-'))
  .map((name) => JSON.parse(readFileSync(`schemas/registration/${name}`, 'utf8')))
  .map(({ etapa, titulo, schema }) => ({ etapa, titulo, formulario: { schema } }) as unknown as FormStep);

/** Something written in every field of a schema. */
function sampleOf(schema: TSchema, at = 0): unknown {
  if (schema[UNTYPED] === true) return 'anotado';
  const options = (schema.anyOf ?? []) as TSchema[];
  const option = options.find(({ type }) => type !== 'null');
  if (option) return 'const' in option ? option.const : sampleOf(option, at);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties as Record<string, TSchema>).map(([key, each], n) => [
        key,
        sampleOf(each, at + n),
      ]),
    );
  if (schema.type === 'array') return [sampleOf(schema.items, at)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return at + 1;
  return schema.type === 'string' ? 'escrito' : {};
}

/** By kind of draft: the names of what stands in it, and a draft with something in every field. */
const OWN: Partial<Record<DraftKindKey, { fields: DraftFields; sample: object }>> = {
  ticket: { fields: fieldsOf(TicketDraft), sample: sampleOf(TicketDraft) as object },
  reply: {
    fields: replyFields,
    sample: {
      ...EMPTY_REPLY,
      html: '<p>Bom dia</p>',
      tipo: 'PRIVADO',
      aguardaCliente: true,
      setor: 3,
      length: 7,
    },
  },
  move: {
    fields: moveFields({ properties: { lote: { title: 'Lote', type: 'string' } } }),
    sample: {
      ...emptyMove('ANALISE'),
      ...{ data: { analise: { linhas: [{ id: 4, autorizada: '2' }] } }, fields: { lote: 'L-1' } },
      ...{ motivo: 'Engano', obs: 'Visto', final: { id: 2, descricao: 'Procedente', informa: false } },
      answers: { ...emptyTicket(), assunto: 'Avaria' },
    },
  },
};
const registration = {
  fields: registrationFields(STEPS),
  sample: {
    ...emptyDraft,
    data: { documento: '1', empresa: { razaoSocial: 'Casa' }, enderecoCobranca: { cidade: 'Santos' } },
  },
};
for (const kind of ['registration', 'prospect', 'ticketCustomer'] as const) OWN[kind] = registration;

/** Own record types have the schema of their form, whatever it is. */
const OWN_FORMS = new Set<DraftKindKey>(['record', 'carrierOfNote', 'customerRecord', 'ticketRecord']);
/** Names that stand twice beside each other, for they are asked for one after the other. */
const REPEATED = new Set(['Submotivo']);

function judge(sample: unknown, fields: DraftFields): void {
  const labels = draftTexts(sample, fields).map(({ label }) => label);
  expect(labels.length).toBeGreaterThan(0);
  const bad = labels.filter(
    (label) => label.includes(OTHER_FIELD) || label === 'Escrito' || /[a-z]_|[a-z][A-Z]/.test(label),
  );
  expect(bad).toEqual([]);
  const twice = labels.filter((label, at) => labels.indexOf(label) !== at && !REPEATED.has(label));
  expect(twice).toEqual([]);
}

describe('what stands in a draft that was set aside', () => {
  it.each(Object.keys(DRAFT_KINDS) as DraftKindKey[])('is named by titles: %s', (kind) => {
    const own = OWN[kind];
    if (own) return judge(own.sample, own.fields);
    if (OWN_FORMS.has(kind)) return;
    for (const command of Object.keys(DRAFT_KINDS[kind].endings)) {
      const body = routeOf(command)?.body;
      if (!body) throw new Error(`${command} has no body`);
      const { versao: _, ...properties } = body.properties;
      judge(sampleOf({ ...body, properties } as TSchema), fieldsOf(body as JsonSchema));
    }
  });

  it('is told as its screens tell it', () => {
    const told = (kind: DraftKindKey) => {
      const { sample, fields } = OWN[kind] ?? { sample: {}, fields: () => [] };
      return draftTexts(sample, fields).map(({ label, value }) => `${label}: ${value}`);
    };
    expect(told('reply')).toEqual(['Quem lê: Privado', 'Mensagem: Bom dia', 'Aguardar o cliente: Sim']);
    expect(told('move')).toEqual([
      'Linhas 1 › Autorizado: 2',
      'Lote: L-1',
      'Motivo: Engano',
      'Motivo de finalização: Procedente',
      'Observação: Visto',
      'Assunto: Avaria',
    ]);
    expect(told('registration')).toEqual([
      'CPF ou CNPJ: 1',
      expect.stringMatching(/^.+ › Razão social: Casa$/i),
      'Endereço de cobrança › Nome da cidade: Santos',
    ]);
  });

  it('names what the form has no more, or another version of it, as another field, at any depth', () => {
    const fields = fieldsOf({ properties: { itens: { title: 'Itens', items: { properties: {} } } } });
    const content = { antigo: { cor: 'azul', tom: 2 }, itens: [{ sobra: 'x' }], vazio: '', marcado: true };
    expect(draftTexts(content, fields)).toEqual([
      { label: OTHER_FIELD, value: 'azul' },
      { label: OTHER_FIELD, value: '2' },
      { label: `Itens 1 › ${OTHER_FIELD}`, value: 'x' },
    ]);
  });

  it('is a file by its name, a choice by its title, and several values on one line', () => {
    const fields = fieldsOf({
      properties: {
        fotos: { title: 'Fotos' },
        dias: { title: 'Dias', items: { oneOf: [{ const: 'SEG', title: 'segunda' }] } },
      },
    });
    const file = { id: 'a', nome: 'caixa.jpg', mime: 'image/jpeg', tamanho: 9 };
    expect(draftTexts({ fotos: [file], dias: ['SEG', 'outro'] }, fields)).toEqual([
      { label: 'Fotos 1', value: 'caixa.jpg' },
      { label: 'Dias', value: 'segunda e outro' },
    ]);
  });
});
