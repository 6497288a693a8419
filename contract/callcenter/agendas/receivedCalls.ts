import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary } from '../../config/platform.ts';
import {
  Day,
  Direction,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  onlyIds,
  Page,
  Personal,
  pageQuery,
  Strict,
  Text,
} from '../../route.ts';
import { SHEET_FORMATS } from '../../rules/files.ts';
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
    /** Who said what became of it, the last time. */
    registradoPor: Nullable(Named('Quem registrou')),
    /** The reader may say what became of it, or correct it. */
    podeDizer: Type.Boolean({ title: 'Pode dizer o que houve' }),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Ligação da lista' },
);
export type ReceivedCall = Static<typeof ReceivedCall>;

/** For the filter: calls of which nobody has said what became of them. */
export const NO_OUTCOME = 'SEM_DESFECHO';

const filters = {
  dtIni: Type.Optional(Day('De')),
  dtFim: Type.Optional(Day('Até')),
  /** The number of who called, in any notation, or its last four digits; words, code or document of the customer. */
  termo: Type.Optional(Text('Termo', 200)),
  idPessoa: Type.Optional(Id('Quem atende')),
  desfecho: Type.Optional(
    Type.Union([...CALL_OUTCOMES.map(({ value }) => Type.Literal(value)), Type.Literal(NO_OUTCOME)], {
      title: 'Desfecho',
    }),
  ),
  semCliente: Type.Optional(Type.Boolean({ title: 'Sem cliente' })),
};

const order = {
  orderBy: Type.Optional(Type.Literal('em', { title: 'Ordenar por' })),
  direction: Type.Optional(Direction),
};

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
      ...filters,
      ...onlyIds('Ligação'),
      ...order,
    }),
    response: Page(ReceivedCall),
  },
  exportFile: {
    method: 'POST',
    path: '/callcenter/ligacoes-recebidas/exportar',
    summary: 'Exportar ligações recebidas para uma planilha',
    permission: 'CLIENTE_HISTORICO_ATENDIMENTO',
    body: Strict({
      filtros: Type.Optional(Strict(filters)),
      formato: Type.Union(
        SHEET_FORMATS.map((format) => Type.Literal(format)),
        { title: 'Formato' },
      ),
      ...order,
    }),
    file: true,
    response: Binary,
  },
});
