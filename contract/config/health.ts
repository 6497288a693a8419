import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Instant, Nullable, One } from '../route.ts';
import { DiskState } from './platform.ts';

const Count = (title: string) => Type.Integer({ title, minimum: 0 });

/** A live process of the console. */
export const ServerNode = Type.Object(
  {
    no: Type.String({ title: 'Processo' }),
    maquina: Type.String({ title: 'Máquina' }),
    versao: Type.String({ title: 'Versão' }),
    desde: Instant('No ar desde'),
    visto: Instant('Visto em'),
  },
  { title: 'Processo do servidor' },
);
export type ServerNode = Static<typeof ServerNode>;

export const SlowStatementRow = Type.Object(
  {
    comando: Type.String({ title: 'Comando' }),
    vezes: Count('Vezes'),
    mediaMs: Type.Integer({ title: 'Média (ms)' }),
    piorMs: Type.Integer({ title: 'Pior (ms)' }),
  },
  { title: 'Comando lento' },
);
export type SlowStatementRow = Static<typeof SlowStatementRow>;

const workQueues = {
  'lotes-de-tickets': 'Ações em lote',
  'importacoes-de-cadastros': 'Importações de cadastros e agendas',
  'cadeia-das-notas': 'Conferência de quem assinou as notas',
  'importacao-de-notas': 'Importações de notas por XML',
  'envios-de-relatorios': 'Envios de relatórios',
} as const;

/** A queue of background work. One without a display name does not compile. */
export type WorkQueueName = keyof typeof workQueues;

/** Display name of each queue. */
export const workQueueName: Readonly<Record<string, string>> = workQueues;

/** Background work under one name that is waiting, running or failed. */
export const WorkQueueRow = Type.Object(
  {
    fila: Type.String({ title: 'Fila' }),
    esperando: Count('Esperando'),
    executando: Count('Executando'),
    falharam: Count('Falharam'),
  },
  { title: 'Fila de trabalho' },
);
export type WorkQueueRow = Static<typeof WorkQueueRow>;

export const backupOutcomes = ['OK', 'COM_FALTAS', 'FALHOU'] as const;

export const BackupRun = Type.Object(
  {
    tipo: Type.Union([Type.Literal('COPIA'), Type.Literal('RESTAURACAO')], { title: 'O que foi feito' }),
    resultado: Type.Union(
      backupOutcomes.map((each) => Type.Literal(each)),
      { title: 'Como terminou' },
    ),
    fim: Instant('Terminou em'),
    arquivo: Type.String({ title: 'Arquivo da cópia' }),
    bytes: Count('Tamanho da cópia'),
    linhas: Count('Linhas da cópia'),
    faltam: Count('Arquivos que faltam'),
    motivo: Type.String({ title: 'Por que falhou' }),
  },
  { title: 'Cópia de segurança' },
);
export type BackupRun = Static<typeof BackupRun>;

export const replicaStates = ['EM_DIA', 'ATRASADA', 'FORA', 'RECUSADA'] as const;

/** State of the installation, for its administrators. */
export const Health = Type.Object(
  {
    versao: Type.String({ title: 'Versão' }),
    banco: Type.String({ title: 'PostgreSQL' }),
    agora: Instant('Apurado em'),
    processos: Type.Array(ServerNode, { title: 'Processos vivos' }),
    /** Settings that the living processes do not have alike, by the beginning of their variables' names. */
    configuracoesDiferentes: Type.Array(Type.String(), { title: 'Configurações diferentes' }),
    /** The company's identity provider, asked just now; `null` where there is none. */
    provedor: Nullable(
      Type.Object(
        {
          nome: Type.String({ title: 'Nome' }),
          responde: Type.Boolean({ title: 'Responde' }),
          motivo: Type.String({ title: 'Por que não' }),
          semDestino: Type.Array(Type.String(), { title: 'O que não leva a nada' }),
        },
        { title: 'Provedor da empresa' },
      ),
    ),
    trabalhos: Type.Array(WorkQueueRow, { title: 'Trabalho por fila' }),
    emails: Type.Object(
      {
        esperando: Count('Esperando'),
        desistiu: Count('Desistiu'),
        /** Received, and set aside because reading them took too much or ended the server. */
        naoLidos: Count('Recebidos e não lidos'),
      },
      { title: 'E-mails que não saíram, ou não foram lidos' },
    ),
    entregas: Type.Object(
      { esperando: Count('Esperando'), desistiu: Count('Desistiu') },
      { title: 'Entregas que não saíram' },
    ),
    mudancas: Type.Object(
      {
        esperando: Count('Mudanças sem lugar na fila'),
        segundos: Type.Number({ title: 'Atraso em segundos', minimum: 0 }),
      },
      { title: 'Mudanças a numerar' },
    ),
    disco: Nullable(
      Type.Object(
        { espaco: DiskState, livre: Count('Bytes livres'), total: Count('Bytes ao todo') },
        { title: 'Espaço do servidor' },
      ),
    ),
    /** Of an external database only what its refusals tell: full since it refused a write for that reason. */
    espacoBanco: DiskState,
    replica: Nullable(
      Type.Object(
        {
          situacao: Type.Union(
            replicaStates.map((each) => Type.Literal(each)),
            { title: 'Estado da réplica' },
          ),
          segundos: Nullable(Type.Number({ title: 'Atraso em segundos', minimum: 0 })),
          leituras: Count('Leituras que respondeu'),
          devolvidas: Count('Leituras que o principal respondeu por ela'),
        },
        { title: 'Réplica do banco' },
      ),
    ),
    comandosLentos: Type.Object(
      {
        fonte: Type.Union([Type.Literal('PG_STAT_STATEMENTS'), Type.Literal('PROCESSOS')], {
          title: 'De onde',
        }),
        itens: Type.Array(SlowStatementRow, { title: 'Os que mais demoram' }),
      },
      { title: 'Comandos que demoram' },
    ),
    copias: Type.Object(
      {
        ultima: Nullable(Instant('Fim da última cópia')),
        atrasada: Type.Boolean({ title: 'Mais de um dia sem cópia' }),
        recentes: Type.Array(BackupRun, { title: 'Últimas cópias' }),
      },
      { title: 'Cópias feitas' },
    ),
  },
  { title: 'Saúde do servidor' },
);
export type Health = Static<typeof Health>;

export const healthRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: '/config/saude',
    summary: 'Saúde do servidor',
    permission: 'CONFIGURACAO_SAUDE',
    response: One(Health),
  },
});
