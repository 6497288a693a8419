import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { PERSON_TYPES } from '../../permissions.ts';
import {
  BirthDay,
  Day,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  Personal,
  Strict,
  Text,
  Title,
} from '../../route.ts';
import { simpleListQuery, WrittenRecord } from '../../sharedShapes.ts';

export const PersonTypeName = Type.Union(
  PERSON_TYPES.map((type) => Type.Literal(type)),
  { title: 'Tipo' },
);
const Named = (title: string) => Type.Object({ id: Id('Código'), nome: Type.String({ title }) }, { title });

export const PersonRow = Type.Object(
  {
    id: Id('Código'),
    nome: Type.String({ title: 'Nome' }),
    cpf: Personal('DOCUMENTO', Type.String({ title: 'CPF' })),
    email: Personal('EMAIL', Type.String({ title: 'E-mail' })),
    tipo: PersonTypeName,
    perfil: Named('Perfil'),
    setor: Nullable(Named('Setor')),
    filiais: Type.Array(Named('Filial'), { title: 'Filiais' }),
    habilidades: Type.Array(Named('Habilidade'), { title: 'Habilidades' }),
    ativo: Type.Boolean({ title: 'Ativa' }),
    /** The last day of an absence that has begun. */
    ausenteAte: Nullable(Day('Ausente até')),
    ultimoUso: Nullable(Instant('Último uso')),
    /** Whether the signed-in person may view the console as this one. */
    podeVerComo: Type.Boolean({ title: 'Pode ver como' }),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Pessoa' },
);
export type PersonRow = Static<typeof PersonRow>;

export const PersonDetail = Type.Composite(
  [
    PersonRow,
    Type.Object({
      telefone: Personal('TELEFONE', Type.String({ title: 'Telefone' })),
      dtNasc: Nullable(BirthDay('Data de nascimento')),
      /** Empty for none. */
      ramal: Type.String({ title: 'Ramal' }),
      representante: Nullable(Named('Representante')),
      cliente: Nullable(Named('Cliente')),
      criado: Instant('Cadastrada em'),
      sessoes: Type.Integer({ title: 'Sessões abertas' }),
      segundoFator: Type.Boolean({ title: 'Segundo fator' }),
      /** Tickets assigned to this person as operator. */
      ticketsAbertos: Type.Integer({ title: 'Tickets em aberto' }),
      /** Whether it is the caller's own account. */
      propria: Type.Boolean({ title: 'Própria conta' }),
      /** Why the signed-in person may not change this account; `null` when they may. */
      impedimento: Nullable(Type.String({ title: 'Por que não pode mudar' })),
    }),
  ],
  { title: 'Pessoa' },
);
export type PersonDetail = Static<typeof PersonDetail>;

const Written = {
  nome: Title('Nome', 100),
  email: Personal('EMAIL', Text('E-mail', 100, { minLength: 1 })),
  telefone: Personal('TELEFONE', Text('Telefone', 30)),
  dtNasc: Nullable(Day('Data de nascimento')),
  /** Where the telephone system reaches the person: who calls it is shown to them. Absent, a change leaves it as it is. */
  ramal: Type.Optional(Text('Ramal', 20)),
  tipo: PersonTypeName,
  idPerfil: Id('Perfil'),
  idSetor: Nullable(Id('Setor')),
  /** For operators and sellers. */
  filiais: Type.Array(Id('Filial'), { title: 'Filiais', maxItems: 500, uniqueItems: true }),
  /** What the person may be given for; absent, a change leaves them as they are. */
  habilidades: Type.Optional(
    Type.Array(Id('Habilidade'), { title: 'Habilidades', maxItems: 100, uniqueItems: true }),
  ),
  /** For a representative. */
  idRepresentante: Nullable(Id('Representante')),
};
const versao = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });

export const PersonInput = Strict(
  { cpf: Text('CPF', 14, { minLength: 11 }), ...Written },
  { title: 'Pessoa' },
);
export type PersonInput = Static<typeof PersonInput>;
export const PersonChange = Strict({ ...Written, versao }, { title: 'Pessoa' });
export type PersonChange = Static<typeof PersonChange>;

const base = '/config/pessoas';
const permission = 'CONFIGURACAO_PESSOAS';
const params = Strict({ id: Id('Pessoa') });
const command = (path: string, summary: string) =>
  ({
    method: 'POST',
    path: `${base}/{id}/${path}`,
    summary,
    permission,
    params,
    body: Strict({ versao }),
    idempotent: true,
    response: Done,
  }) as const;

export const peopleRoutes = defineRoutes({
  /** Filters: q, tipo, idPerfil, ativo, idFil, ausente, idHabilidade. */
  list: {
    method: 'GET',
    path: base,
    summary: 'Pessoas que entram no console',
    permission,
    query: simpleListQuery,
    response: Type.Array(PersonRow),
  },
  get: {
    method: 'GET',
    path: `${base}/{id}`,
    auditsAccessTo: { entity: 'people', param: 'id' },
    summary: 'Uma pessoa',
    permission,
    params,
    response: PersonDetail,
  },
  create: {
    method: 'POST',
    path: base,
    summary: 'Cadastrar uma pessoa',
    permission,
    recentProof: true,
    body: PersonInput,
    idempotent: true,
    response: WrittenRecord,
  },
  update: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Mudar uma pessoa',
    permission,
    idempotent: true,
    recentProof: true,
    params,
    restoresMasks: { shownBy: 'get' },
    body: PersonChange,
    record: PersonDetail,
    response: WrittenRecord,
  },
  deactivate: command('desativar', 'Desativar uma pessoa'),
  /** Restores the account with its previous password. */
  reactivate: { ...command('reativar', 'Reativar uma pessoa'), recentProof: true },
  endSessions: command('encerrar-sessoes', 'Encerrar as sessões de uma pessoa'),
  sendPassword: {
    ...command('enviar-senha', 'Enviar a uma pessoa o endereço para escolher a senha'),
    recentProof: true,
  },
  /** For someone who lost both the phone and the recovery codes: from then on, the password alone opens the account. */
  removeFactor: {
    ...command('retirar-segundo-fator', 'Retirar a verificação em duas etapas de uma pessoa'),
    recentProof: true,
  },
  /** Options of the form: roles (and whether the person may grant them), sectors, branches, representatives. */
  options: {
    method: 'GET',
    path: '/config/pessoas-opcoes',
    summary: 'O que se pode escolher no cadastro de uma pessoa',
    permission,
    response: Type.Object({
      perfis: Type.Array(
        Type.Object({
          id: Id('Código'),
          nome: Type.String({ title: 'Nome' }),
          chave: Type.String({ title: 'Chave' }),
          permitido: Type.Boolean({ title: 'Pode dar' }),
        }),
        { title: 'Perfis' },
      ),
      tipos: Type.Array(PersonTypeName, { title: 'Tipos que pode dar' }),
      setores: Type.Array(Named('Setor'), { title: 'Setores' }),
      filiais: Type.Array(Named('Filial'), { title: 'Filiais' }),
      habilidades: Type.Array(Named('Habilidade'), { title: 'Habilidades' }),
      representantes: Type.Array(Named('Representante'), { title: 'Representantes' }),
    }),
  },
});

/** The console as another person sees it, without write access (contract/route.ts, `allowedWhileViewingAs`). */
export const viewAsRoutes = defineRoutes({
  begin: {
    method: 'POST',
    path: '/config/ver-como/{idPessoa}',
    summary: 'Ver o console como outra pessoa, sem gravar',
    permission: 'CONFIGURACAO_VER_COMO',
    params: Strict({ idPessoa: Id('Pessoa') }),
    response: Done,
  },
  /** Someone viewing as another person may always stop. */
  end: {
    method: 'DELETE',
    path: '/config/ver-como',
    summary: 'Sair da visão de outra pessoa',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    allowedWhileViewingAs: 'leaves',
    response: Done,
  },
});
