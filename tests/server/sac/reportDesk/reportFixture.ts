import type { PersonType } from '#contract/permissions.ts';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { ReportDefinition, ReportParameter } from '#contract/rules/reports/report.ts';
import { definitions, definitionVersions } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

export interface ReportFixture extends TestPeople {
  server: TestServer;
  tokens: Record<PersonType, string>;
  /** Publishes the next version of a report. */
  publish: (fields?: Partial<ReportDefinition>, parameters?: ReportParameter[]) => Promise<void>;
}

export const PERIOD: ReportParameter = {
  parametro: 'periodo',
  label: 'Período',
  tipo: 'DATERANGE',
  obrigatorio: true,
  opcoes: [],
};
export const PRODUCT: ReportParameter = {
  parametro: 'produto',
  label: 'Produto',
  tipo: 'TEXT',
  obrigatorio: false,
  opcoes: [],
};

export const KEY = 'devolucoes-por-motivo';

export const report = (fields: Partial<ReportDefinition> = {}): ReportDefinition => ({
  formato: 1,
  id: KEY,
  titulo: 'Devoluções por motivo',
  descricao: 'Quantidade e valor.',
  grupo: 'Devoluções',
  thumb: 'AssignmentReturn',
  cor: 'primaria',
  modo_exibicao: 'PAGINA',
  permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
  parametros: formOfParameters([PERIOD, PRODUCT]),
  consulta: {
    tipo: 'DECLARATIVA',
    conjunto: 'tickets',
    colunas: [{ como: 'quantos', agregacao: 'CONTAGEM' }],
  },
  colunas: [{ campo: 'quantos', titulo: 'Tickets', tipo: 'INTEIRO' }],
  limites: { linhasTela: 100, linhasArquivo: 1000, segundos: 10 },
  saidas: ['CSV', 'XLSX'],
  testes: [],
  ...fields,
});

/** A server with one published report, and a session of each person. */
export async function reportFixture(): Promise<ReportFixture> {
  const server = await testServer();
  const { db } = server.deps;
  const persons = await createPeople(db);
  const tokens = {} as ReportFixture['tokens'];
  for (const [type, id] of Object.entries(persons.people))
    tokens[type as PersonType] = await server.sessionOf(id);
  const versions = new Map<string, number>();
  const publish: ReportFixture['publish'] = async (fields = {}, parameters) => {
    const content = report({ ...fields, ...(parameters && { parametros: formOfParameters(parameters) }) });
    const version = (versions.get(content.id) ?? 0) + 1;
    versions.set(content.id, version);
    await db.insert(definitionVersions).values({
      kind: 'reports',
      key: content.id,
      version,
      content: { ...content },
      hash: `${content.id}-${version}`,
      source: 'ESTUDIO',
    });
    await db
      .insert(definitions)
      .values({ kind: 'reports', key: content.id, publishedVersion: version, origin: 'PROPRIA' })
      .onConflictDoUpdate({
        target: [definitions.kind, definitions.key],
        set: { publishedVersion: version },
      });
  };
  await publish();
  return { ...persons, server, tokens, publish };
}
