import { afterAll, beforeAll, expect } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import type { DefinitionKind, JsonSchema } from '#contract/rules/definitions/definition.ts';
import { FIELD_ENTITIES, type FieldEntity } from '#contract/rules/fields/extraField.ts';
import {
  REGISTRATION_AREAS,
  REGISTRATION_STEPS,
  type RegistrationStep,
} from '#contract/rules/registration/registrationStep.ts';
import { validateContent } from '#server/config/definitions/validate.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import {
  customers,
  definitions,
  definitionVersions,
  outboxEmails,
  tickets,
} from '#server/db/tables/index.ts';
import { mailTemplates, writeTicketMail } from '#server/sac/tickets/mail/ticketMail.ts';
import {
  goodCallcenter,
  goodCompany,
  type RegistrationFixture,
  registrationFixture,
} from '../../sac/registration/registrationFixture.ts';

// Whatever an administrator adds is seen on every way out. Each place where a field can be added has a field here, with a value
// that is looked for on each way; a place or a way without a cell fails.

export let fixture: RegistrationFixture;

/** A field added somewhere, and a record that has a value for it. */
export interface Added {
  key: string;
  value: string;
  entity: FieldEntity | 'proprio';
  /** Of the customer, the ticket or the record. */
  id: () => number;
}

export const ids: Record<string, number> = {};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const STEPS = REGISTRATION_STEPS.filter(
  (step): step is RegistrationStep['etapa'] => step !== 'campos-adicionais' && step !== 'documento',
);

const ofSteps: Added[] = REGISTRATION_AREAS.flatMap((area) => {
  const place = area === 'SAC' ? 'Sac' : 'Vendas';
  const customer = { entity: 'cliente', id: () => ids[area] ?? 0 } as const;
  return [
    ...STEPS.map((etapa) => ({
      key: `no${place}${capital(etapa)}`,
      value: `canário ${area} ${etapa}`,
      ...customer,
    })),
    { key: `enderecoCobrancaNo${place}`, value: `canário ${area} endereço`, ...customer },
  ];
});

/** Every kind of definition: the fields that it adds, or why it adds none. */
const PLACES: Readonly<Record<DefinitionKind, readonly Added[] | string>> = {
  registration: ofSteps,
  fields: FIELD_ENTITIES.map((entity) => ({
    key: `em${capital(entity)}`,
    value: `canário ${entity}`,
    entity,
    id: () => (entity === 'cliente' ? ids.SAC : ids.ticket) ?? 0,
  })),
  records: [{ key: 'observacao', value: 'canário próprio', entity: 'proprio', id: () => ids.proprio ?? 0 }],
  flows: 'a step asks for extra fields of tickets, or for a requirement of the product (stepRequirements)',
  panels: 'tabs, which show what others define',
  reports: 'what it shows comes from data sets; its parameters are asked for and not stored',
  mails: 'texts, which name what others define',
  rules: 'conditions and texts, which name what others define',
  dashboards: 'reports, which others define',
  words: 'other names for what is there',
};
export const FIELDS = Object.values(PLACES).flatMap((fields) => (typeof fields === 'string' ? [] : fields));

/** Each way out by entity: its content as text, or why there is none. */
type Way = ((field: Added) => Promise<string>) | string;
export const admin = () => ({ token: fixture.tokens.ADMIN });
export const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await fixture.server.call(method, path, { ...admin(), ...(body && { body }) });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};
export const text = (answer: { body: unknown }) => JSON.stringify(answer.body);
const read = (path: (id: number) => string) => async (field: Added) =>
  text(await call('GET', path(field.id())));

const file = (path: string, method: 'GET' | 'POST', formato: 'csv' | 'xlsx') => async () => {
  const url = method === 'GET' ? `${path}?formato=${formato}` : path;
  const answer = await fixture.server.app.inject({
    method,
    url,
    ...(method === 'POST' && { payload: { formato, filtros: {} } }),
    headers: { App: 'teste', authorization: `Bearer ${fixture.tokens.ADMIN}` },
  });
  expect(answer.statusCode).toBe(200);
  if (formato === 'csv') return answer.body;
  return JSON.stringify((await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []);
};

/** The address that the feed of changes names for the newest change of the record, read from there. */
const byFeed = (type: string) => async (field: Added) => {
  const { body } = await call('GET', `/dados/v1/mudancas?tipos=${type}&limite=1000`);
  const change = body.itens.findLast(({ id }: { id: number }) => id === field.id());
  return text(await call('GET', change?.endereco ?? `/no change of ${type} ${field.id()}`));
};

const columnOf = ({ key, entity }: Added) =>
  `${entity === 'proprio' ? '' : 'campo_'}${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** A declarative report on a data set, with the field as its column. */
const reported = (conjunto: string) => async (field: Added) => {
  const campo = columnOf(field);
  const filtros =
    conjunto === 'tickets' ? [{ campo: 'ticket_id', operador: 'IGUAL', valor: field.id() }] : [];
  const conteudo = {
    formato: 1,
    id: 'canarios',
    titulo: 'Canários',
    descricao: 'Uma coluna.',
    grupo: 'Próprios',
    thumb: 'Description',
    cor: 'primaria',
    modo_exibicao: 'PAGINA',
    consulta: { tipo: 'DECLARATIVA', conjunto, colunas: [{ campo, como: 'valor' }], filtros },
    parametros: {
      schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      ui: { 'ui:order': [] },
    },
    colunas: [{ campo: 'valor', titulo: 'Valor', tipo: 'TEXTO' }],
    permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
    limites: { linhasTela: 500, linhasArquivo: 1000, segundos: 30 },
    saidas: ['CSV'],
    testes: [{ parametros: {}, espera: { colunas: ['valor'] } }],
  };
  const map = await call('GET', '/config/mapa');
  expect(Object.keys(map.body[conjunto].campos)).toContain(campo);
  return text(await call('POST', '/config/relatorios-previa', { conteudo, filtros: {} }));
};

/** An e-mail about the ticket, whose frame names the field. */
const mailed = async (field: Added) => {
  const { deps } = fixture.server;
  const templates = await mailTemplates(deps.db);
  const name = `{{${field.entity}.${field.key}}}`;
  const moldura = { ...templates.moldura, texto: [`Campo: ${name}`, ...templates.moldura.texto] };
  expect(await validateContent('mails', moldura as never, { ...deps, user: null })).toEqual([]);
  const parameters = await serviceParameters(deps.db);
  const ticketId =
    field.entity === 'ticket' ? field.id() : await fixture.addTicket({ customerId: field.id() });
  await deps.db.transaction(async (tx) => {
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId));
    if (!ticket) throw new Error('no ticket');
    await writeTicketMail(tx, deps, {
      ticket,
      recipient: {
        name: 'Clara',
        address: 'clara@exemplo.com.br',
        consumer: false,
        unsubscribed: false,
      } as never,
      happened: [],
      templates: { ...templates, moldura },
      parameters,
    });
  });
  const [mail] = await deps.db.select().from(outboxEmails).orderBy(desc(outboxEmails.id)).limit(1);
  return `${mail?.bodyText} ${mail?.bodyHtml}`;
};

export const OWN = '/config/cadastros/visitas-tecnicas';
const CUSTOMERS = '/config/cadastros/clientes';
const record = 'an own type has no other screen: its record is its page';

export const WAYS: Readonly<Record<string, Readonly<Record<Added['entity'], Way>>>> = {
  'record and customer panel': {
    cliente: read((id) => `/sac/clientes/${id}/campos-adicionais`),
    ticket: read((id) => `/sac/tickets/${id}/campos-adicionais`),
    proprio: async () => text(await call('GET', `${OWN}?idCli=${ids.SAC}`)),
  },
  'column of the list': {
    cliente: async () => text(await call('GET', '/sac/clientes')),
    ticket: async () => text(await call('GET', '/sac/tickets')),
    proprio: async () => text(await call('GET', OWN)),
  },
  'CSV of the list': {
    cliente: file('/sac/clientes/exportar', 'POST', 'csv'),
    ticket: file('/sac/tickets/exportar', 'POST', 'csv'),
    proprio: file(`${OWN}/exportar`, 'GET', 'csv'),
  },
  'XLSX of the list': {
    cliente: file('/sac/clientes/exportar', 'POST', 'xlsx'),
    ticket: file('/sac/tickets/exportar', 'POST', 'xlsx'),
    proprio: file(`${OWN}/exportar`, 'GET', 'xlsx'),
  },
  'record type': {
    cliente: read((id) => `${CUSTOMERS}/${id}`),
    ticket: 'tickets are no record type',
    proprio: read((id) => `${OWN}/${id}`),
  },
  'file of the record type': {
    cliente: file(`${CUSTOMERS}/exportar`, 'GET', 'csv'),
    ticket: 'tickets are no record type',
    proprio: record,
  },
  'API, all': {
    cliente: async () => text(await call('GET', '/dados/v1/clientes?limite=500')),
    ticket: 'tickets are read one by one, as the feed names them',
    proprio: async () => text(await call('GET', '/dados/v1/visitas-tecnicas')),
  },
  'API, from the feed of changes': {
    cliente: byFeed('clientes'),
    ticket: byFeed('tickets'),
    proprio: byFeed('visitas-tecnicas'),
  },
  'data set of reports': {
    cliente: reported('clientes'),
    ticket: reported('tickets'),
    proprio: reported('proprio_visitas_tecnicas'),
  },
  'text of an e-mail': {
    cliente: mailed,
    ticket: mailed,
    proprio: 'e-mails are about a ticket, and a ticket has no one record of an own type',
  },
};

/** Publishes a content as it is, as the studio would. */
export async function hold(kind: DefinitionKind, key: string, content: Record<string, unknown>) {
  const { db } = fixture.server.deps;
  const of = and(eq(definitionVersions.kind, kind), eq(definitionVersions.key, key));
  const [newest] = await db
    .select({ version: definitionVersions.version })
    .from(definitionVersions)
    .where(of)
    .orderBy(desc(definitionVersions.version))
    .limit(1);
  const version = (newest?.version ?? 0) + 1;
  await db
    .insert(definitionVersions)
    .values({ kind, key, version, content, hash: `${version}`, source: 'ESTUDIO' });
  await db
    .insert(definitions)
    .values({ kind, key, publishedVersion: version, origin: 'PROPRIA' })
    .onConflictDoUpdate({ target: [definitions.kind, definitions.key], set: { publishedVersion: version } });
}

const ownField = (titulo: string): JsonSchema => ({ type: 'string', title: titulo, maxLength: 60 });

/** A step with a field more at its root, and one in the address that both addresses share. */
function withFields(step: RegistrationStep): RegistrationStep {
  const place = step.area === 'SAC' ? 'Sac' : 'Vendas';
  const key = `no${place}${capital(step.etapa)}`;
  const schema = structuredClone(step.schema) as Record<string, Record<string, Record<string, unknown>>>;
  Object.assign(schema.properties ?? {}, { [key]: ownField(`Campo ${key}`) });
  const ui: Record<string, unknown> = { ...step.ui, [key]: { 'ui:widget': 'text' } };
  if (step.etapa === 'enderecos')
    Object.assign(schema.$defs?.endereco?.properties ?? {}, { [`no${place}`]: ownField('Portaria') });
  return { ...step, schema, ui: { ...ui, 'ui:order': ['*'] } };
}

/** Publishes a field in each place and gives each a value, as people do. */
export function openAddedFields(): void {
  beforeAll(async () => {
    fixture = await registrationFixture();
    const { db } = fixture.server.deps;
    const steps = await db
      .select()
      .from(definitionVersions)
      .where(eq(definitionVersions.kind, 'registration'));
    for (const { key, content } of steps)
      if (!key.endsWith('documento'))
        await hold('registration', key, { ...withFields(content as unknown as RegistrationStep) });
    for (const { key, entity } of FIELDS.filter(({ key }) => /^em[A-Z]/.test(key)))
      await hold('fields', entity, {
        formato: 1,
        id: entity,
        titulo: 'Campos',
        campos: [{ chave: key, titulo: key, tipo: 'TEXT', coluna: true, exportar: true }],
      });
    await hold('records', 'visitas-tecnicas', {
      formato: 1,
      chave: 'visitas-tecnicas',
      titulo: { um: 'visita técnica', muitos: 'visitas técnicas' },
      descricao: 'Visitas.',
      campos: [
        { chave: 'numero', tipo: 'TEXT', titulo: 'Número', obrigatorio: true },
        {
          chave: 'cliente',
          tipo: 'REFERENCIA',
          titulo: 'Cliente',
          referencia: 'clientes',
          obrigatorio: true,
        },
        { chave: 'observacao', tipo: 'TEXT', titulo: 'Observação' },
      ],
      codigo: ['numero'],
      nome: 'numero',
      noPainelDoCliente: true,
    });
    const canary = (key: string) => FIELDS.find((field) => field.key === key)?.value;
    for (const area of REGISTRATION_AREAS) {
      const place = area === 'SAC' ? 'Sac' : 'Vendas';
      const own = (etapa: string) => ({
        [`no${place}${capital(etapa)}`]: canary(`no${place}${capital(etapa)}`),
      });
      const change = {
        ...(area === 'CALLCENTER' && { documento: '19.131.243/0001-97' }),
        empresa: own('empresa'),
        contatos: own('contatos'),
        enderecos: own('enderecos'),
        enderecoCobranca: { [`no${place}`]: canary(`enderecoCobrancaNo${place}`) },
        camposAdicionais: { emCliente: canary('emCliente') },
      };
      const made =
        area === 'SAC'
          ? await fixture.post('/sac/clientes', goodCompany(fixture, change))
          : await fixture.post('/callcenter/clientes', goodCallcenter(fixture, change), { as: 'VENDEDOR' });
      expect([made.status, made.body.errors]).toEqual([200, undefined]);
      ids[area] = made.body.data.id;
    }
    ids.ticket = await fixture.addTicket({});
    const changed = await fixture.server.call('PUT', `/sac/tickets/${ids.ticket}/campos-adicionais`, {
      ...admin(),
      body: { versao: 1, valores: { emTicket: canary('emTicket') } },
    });
    expect(changed.status).toBe(200);
    const [customer] = await db
      .select()
      .from(customers)
      .where(eq(customers.id, ids.SAC ?? 0));
    const made = await call('POST', OWN, {
      dados: { numero: 'V-1', cliente: customer?.document, observacao: canary('observacao') },
    });
    ids.proprio = made.body.data.id;
  });
  afterAll(() => fixture?.server.close());
}
