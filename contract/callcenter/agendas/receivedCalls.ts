import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Direction,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  Page,
  Personal,
  pageQuery,
  Strict,
} from '../../route.ts';
import { CALL_OUTCOMES, CALL_STATUSES } from './incomingCalls.ts';

const Named = (title: string) => Type.Object({ id: Id('Código'), nome: Type.String({ title }) }, { title });

/** A call of the past or of this moment, with what became of it. */
export const ReceivedCall = Type.Object(
  {
    id: Id('Ligação'),
    em: Instant('Quando tocou'),
    /** As people read it; empty for a withheld one, or one that is forgotten. */
    numero: Personal('TELEFONE', Type.String({ title: 'Número' })),
    /** Whom the person said it was, if the reader sees that customer. */
    cliente: Nullable(Named('Cliente')),
    pessoa: Named('Quem atende'),
    situacao: Type.Union(
      CALL_STATUSES.map((value) => Type.Literal(value)),
      { title: 'Situação' },
    ),
    /** Seconds from the answer to the end; `null` where nobody answered, or it goes on. */
    duracao: Nullable(Type.Integer({ title: 'Duração' })),
    desfecho: Nullable(
      Type.Union(
        CALL_OUTCOMES.map(({ value }) => Type.Literal(value)),
        { title: 'Desfecho' },
      ),
    ),
    obs: Type.String({ title: 'Observação' }),
    /** It is the reader's own, and nobody has said yet what became of it. */
    aDizer: Type.Boolean({ title: 'A dizer o que houve' }),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Ligação da lista' },
);
export type ReceivedCall = Static<typeof ReceivedCall>;

/** For the filter: calls of which nobody has said what became of them. */
export const NO_OUTCOME = 'SEM_DESFECHO';

export const receivedCallRoutes = defineRoutes({
  /** Own calls, those of customers whom the person sees, and for who leads the ones of nobody. The newest first. */
  list: {
    method: 'GET',
    path: '/callcenter/ligacoes-recebidas',
    summary: 'Ligações recebidas',
    permission: 'CLIENTE_HISTORICO_ATENDIMENTO',
    query: Strict({
      page: pageQuery.page,
      take: pageQuery.take,
      dtIni: Type.Optional(Day('De')),
      dtFim: Type.Optional(Day('Até')),
      idPessoa: Type.Optional(Id('Quem atende')),
      desfecho: Type.Optional(
        Type.Union([...CALL_OUTCOMES.map(({ value }) => Type.Literal(value)), Type.Literal(NO_OUTCOME)], {
          title: 'Desfecho',
        }),
      ),
      semCliente: Type.Optional(Type.Boolean({ title: 'Sem cliente' })),
      orderBy: Type.Optional(Type.Literal('em', { title: 'Ordenar por' })),
      direction: Type.Optional(Direction),
    }),
    response: Page(ReceivedCall),
  },
});
