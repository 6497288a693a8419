import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Form } from '../config/forms.ts';
import { defineRoutes, Id, Strict } from '../route.ts';
import { EXTRA_FIELD_TYPES, FIELD_ENTITIES } from '../rules/fields/extraField.ts';

const Entity = Type.Union(
  FIELD_ENTITIES.map((entity) => Type.Literal(entity)),
  { title: 'Entidade' },
);
const Values = Type.Record(Type.String(), Type.Unknown(), { additionalProperties: true, title: 'Valores' });
const versao = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });

/** What lists need to know about a field: its column, filter and options. */
export const FieldInfo = Type.Object(
  {
    chave: Type.String({ title: 'Chave' }),
    titulo: Type.String({ title: 'Título' }),
    tipo: Type.Union(
      EXTRA_FIELD_TYPES.map((type) => Type.Literal(type)),
      { title: 'Tipo' },
    ),
    ajuda: Type.String({ title: 'Ajuda' }),
    grupo: Type.String({ title: 'Grupo' }),
    obrigatorio: Type.Boolean({ title: 'Obrigatório' }),
    coluna: Type.Boolean({ title: 'Pode ser coluna' }),
    filtravel: Type.Boolean({ title: 'Pode filtrar' }),
    pessoal: Type.Boolean({ title: 'Dado pessoal' }),
    /** Includes archived ones, since old records may be searched by them. */
    opcoes: Type.Array(
      Type.Object({
        valor: Type.String({ title: 'Valor' }),
        rotulo: Type.String({ title: 'Rótulo' }),
        arquivada: Type.Boolean({ title: 'Arquivada' }),
      }),
      { title: 'Opções' },
    ),
  },
  { title: 'Campo adicional' },
);
export type FieldInfo = Static<typeof FieldInfo>;

/** The extra fields of one record: as display texts, and as a form for changing them. */
export const RecordFields = Type.Object(
  {
    /** Version of the record, sent back with a change. */
    versao: Type.Integer({ title: 'Versão' }),
    /** All fields with a value, archived ones last. */
    exibicao: Type.Array(
      Type.Object({
        chave: Type.String({ title: 'Chave' }),
        titulo: Type.String({ title: 'Título' }),
        grupo: Type.String({ title: 'Grupo' }),
        texto: Type.String({ title: 'Valor' }),
        arquivado: Type.Boolean({ title: 'Arquivado' }),
      }),
      { title: 'Valores em palavras' },
    ),
    podeAlterar: Type.Boolean({ title: 'Pode alterar' }),
    /** Absent when there are no fields to fill in. */
    formulario: Type.Optional(Form),
    valores: Values,
  },
  { title: 'Campos adicionais' },
);
export type RecordFields = Static<typeof RecordFields>;

/** What the current step of a ticket asks this person for. */
export const StepFields = Type.Object(
  {
    versao: Type.Integer({ title: 'Versão' }),
    /** The step that asks; an answer for another one is not sent. */
    etapa: Type.String({ title: 'Etapa' }),
    /** Absent when the step asks for nothing. */
    formulario: Type.Optional(Form),
    /** All values of the ticket that the person may read: conditions of the asked fields may read the others. */
    valores: Values,
  },
  { title: 'Campos da etapa' },
);
export type StepFields = Static<typeof StepFields>;

const customer = Strict({ idCli: Id('Cliente') });
const ticket = Strict({ idTicket: Id('Ticket') });
const body = Strict({ versao, valores: Values });

export const extraFieldRoutes = defineRoutes({
  /** Not cached by the client, since published changes apply from the next request on. */
  fields: {
    method: 'GET',
    path: '/sac/consultas/cadastro-campos-adicionais',
    summary: 'Campos adicionais de clientes ou de tickets',
    permission: 'session',
    query: Strict({ entidade: Type.Optional(Entity) }),
    response: Type.Object({
      entidade: Entity,
      titulo: Type.String({ title: 'Título' }),
      campos: Type.Array(FieldInfo, { title: 'Campos' }),
    }),
  },
  ofCustomer: {
    method: 'GET',
    path: '/sac/clientes/{idCli}/campos-adicionais',
    summary: 'Campos adicionais de um cliente',
    permission: 'SAC_CLIENTE',
    params: customer,
    response: RecordFields,
  },
  changeCustomer: {
    method: 'PUT',
    path: '/sac/clientes/{idCli}/campos-adicionais',
    summary: 'Alterar os campos adicionais de um cliente',
    permission: 'SAC_CLIENTE_ALTERAR',
    params: customer,
    body,
    idempotent: true,
    response: RecordFields,
  },
  ofTicket: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/campos-adicionais',
    summary: 'Campos adicionais de um ticket',
    permission: 'SAC_TICKETS',
    params: ticket,
    response: RecordFields,
  },
  /** What is given is sent with the move (`campos` of avancar-etapa). */
  ofStep: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/campos-da-etapa',
    summary: 'Campos que a etapa atual de um ticket pede',
    permission: 'SAC_TICKETS',
    params: ticket,
    response: StepFields,
  },
  /**
   * Staff and representatives also need TICKETS_CAMPOS; end consumers fill in their own open tickets. Outside the company only
   * public fields are shown and filled in.
   */
  changeTicket: {
    method: 'PUT',
    path: '/sac/tickets/{idTicket}/campos-adicionais',
    summary: 'Alterar os campos adicionais de um ticket',
    permission: 'TICKETS_RESPONDER',
    params: ticket,
    body,
    idempotent: true,
    response: RecordFields,
  },
});
