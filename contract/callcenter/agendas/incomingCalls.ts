import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Instant, Nullable, One, Personal, Strict, Text } from '../../route.ts';
import { confirmar, NextMoment } from './agendaShapes.ts';

/** How far a call has got, as telephone systems tell it; it never goes back. */
export const CALL_STATUSES = ['TOCANDO', 'ATENDIDA', 'ENCERRADA'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** What became of a call, in the words of its buttons. */
export const CALL_OUTCOMES = [
  { value: 'RESOLVIDA', label: 'Resolvida' },
  { value: 'RETORNAR', label: 'Ligar de volta' },
  { value: 'NAO_ATENDIDA', label: 'Não atendi' },
  { value: 'ENGANO', label: 'Engano' },
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number]['value'];

const text = (title: string) => Type.String({ title });

/** A customer that has the number, among those that the person may see. */
export const Caller = Type.Object(
  {
    id: Id('Cliente'),
    fant: text('Nome fantasia'),
    razSoc: text('Razão social'),
    /** Whose number it is at the customer; empty for its own. */
    contato: text('Contato'),
  },
  { title: 'Quem liga' },
);
export type Caller = Static<typeof Caller>;

const Found = {
  /** As people read it; empty for a withheld one. */
  numero: Personal('TELEFONE', text('Número')),
  clientes: Type.Array(Caller, { title: 'Clientes com o número' }),
  /** There are more than are listed. */
  mais: Type.Boolean({ title: 'Há mais clientes com o número' }),
};

export const IncomingCall = Type.Object(
  {
    id: Id('Ligação'),
    situacao: Type.Union(
      CALL_STATUSES.map((value) => Type.Literal(value)),
      { title: 'Situação' },
    ),
    em: Instant('Quando tocou'),
    versao: Type.Integer({ title: 'Versão' }),
    ...Found,
  },
  { title: 'Ligação recebida' },
);
export type IncomingCall = Static<typeof IncomingCall>;

const base = '/callcenter/ligacoes-recebidas';

/** Calls to the line of the person (`ramal`), which the telephone system tells at `/telefonia/ligacoes` (docs/integration.md). */
export const incomingCallRoutes = defineRoutes({
  /** The newest one of the last two hours of which the person has not said what became of it. */
  mine: {
    method: 'GET',
    path: `${base}/minha`,
    summary: 'A ligação que está chegando no meu ramal',
    permission: 'session',
    response: One(Nullable(IncomingCall)),
  },
  /** A POST, so that no log of an address keeps the number. */
  seek: {
    method: 'POST',
    path: `${base}/quem`,
    summary: 'Quem tem um número de telefone',
    permission: 'session',
    allowedWhileViewingAs: 'reads',
    body: Strict({ numero: Text('Número', 60, { minLength: 1 }) }),
    response: One(Type.Object(Found)),
  },
  /**
   * Takes the call off the screen of its person, who may correct it afterwards, as may who leads the others. With a customer it stands in
   * the customer's activity, and `retorno` plans when to call back (AGENDA_EDITAR). Of a customer or note that is left out nothing changes.
   */
  settle: {
    method: 'POST',
    path: `${base}/{id}/desfecho`,
    summary: 'Dizer o que houve com uma ligação recebida',
    permission: 'session',
    idempotent: true,
    params: Strict({ id: Id('Ligação') }),
    body: Strict({
      versao: Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }),
      desfecho: Type.Union(
        CALL_OUTCOMES.map(({ value, label }) => Type.Literal(value, { title: label })),
        { title: 'O que houve' },
      ),
      idCli: Type.Optional(Nullable(Id('Cliente'))),
      obs: Type.Optional(Text('Observação', 500)),
      retorno: Type.Optional(NextMoment),
      confirmar,
    }),
    response: Done,
  },
});
