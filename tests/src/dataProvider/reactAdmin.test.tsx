import { beforeEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import {
  AdminContext,
  Create,
  Datagrid,
  Edit,
  List,
  ResourceContextProvider,
  SimpleForm,
  TextField,
  TextInput,
} from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { chooseBusiness } from '#data/business.ts';
import { dataProvider } from '#data/dataProvider.ts';
import { clearSession } from '#data/session.ts';
import { writeRoutes } from '#data/writes.ts';
import { HttpResponse, http, refusal, requested, requests, serve } from './server.ts';

const server = serve();

beforeEach(() => {
  chooseBusiness({ NAME: 'Balcão', API_URL: '', IMAGES_URL: '', WS_HOST: '', WS_KEY: '', WS_PORT: 0 });
  clearSession();
});

interface Sample {
  /** Path for reading a single record, if there is one. */
  one?: string;
  record: { id: number; versao: number };
  create?: { data: object; call: string; body: object };
  update?: { change: object; call: string; body: object };
  delete?: { call: string; meta?: object };
}

const record = { id: 4, versao: 3 };
const done = { data: { id: 4, message: 'Feito.' } };

/** One call for each verb in the table of writes; a test reports what is missing here. */
const samples: Record<string, Sample> = {
  tickets: {
    one: '/sac/tickets/4',
    record,
    create: { data: { idCli: 9, rascunho: 'x' }, call: 'POST /sac/tickets', body: { idCli: 9 } },
    update: {
      change: { valores: { rota: 'Norte' } },
      call: 'PUT /sac/tickets/4/campos-adicionais',
      body: { versao: 3, valores: { rota: 'Norte' } },
    },
  },
  clientes: {
    one: '/sac/clientes/4',
    record,
    create: {
      data: { empresa: { cnpj: '1' } },
      call: 'POST /sac/clientes',
      body: { empresa: { cnpj: '1' } },
    },
    update: {
      change: { valores: { rota: 'Sul' } },
      call: 'PUT /sac/clientes/4/campos-adicionais',
      body: { versao: 3, valores: { rota: 'Sul' } },
    },
  },
  'clientes-callcenter': {
    one: '/callcenter/clientes/4',
    record,
    create: { data: { empresa: {} }, call: 'POST /callcenter/clientes', body: { empresa: {} } },
    update: {
      change: { frequenciaAtendimento: 15 },
      call: 'PUT /callcenter/clientes/4',
      body: { versao: 3, frequenciaAtendimento: 15 },
    },
  },
  agendas: {
    one: '/sac/agendas/4',
    record: { ...record, ...{ assunto: 'Ligar', descricao: '', discadora_status: null } },
    create: {
      data: { idCli: 9, assunto: 'Ligar', data_agendada: '2026-11-30 10:00' },
      call: 'POST /callcenter/agendas',
      body: { idCli: 9, assunto: 'Ligar', data_agendada: '2026-11-30 10:00' },
    },
    update: {
      change: { assunto: 'Visitar' },
      call: 'PUT /callcenter/agendas/4',
      body: { versao: 3, assunto: 'Visitar' },
    },
    delete: { call: 'DELETE /callcenter/agendas/4?versao=3' },
  },
  coletas: {
    one: '/sac/coletas/4',
    record: { ...record, ...{ status: 'GERADA', agendadaPara: '2026-11-30', obs: '' } },
    update: {
      change: { obs: 'Portão 2' },
      call: 'PUT /sac/coletas/4',
      body: { versao: 3, obs: 'Portão 2' },
    },
  },
  orcamentos: {
    one: '/callcenter/orcamentos/4',
    record: { ...record, ...{ ordComp: '', itens: [{ id: 1, total: '2.00' }] } },
    create: {
      data: { idCli: 9, idFil: 1 },
      call: 'POST /callcenter/orcamentos',
      body: { idCli: 9, idFil: 1 },
    },
    update: {
      change: { ordComp: 'OC-1' },
      call: 'PUT /callcenter/orcamentos/4',
      body: { versao: 3, ordComp: 'OC-1' },
    },
    delete: { call: 'DELETE /callcenter/orcamentos/4?versao=3' },
  },
  pedidos: {
    one: '/callcenter/pedidos/4',
    record,
    delete: {
      meta: { motivo: 'Desistiu' },
      call: 'DELETE /callcenter/pedidos/4?versao=3&motivo=Desistiu',
    },
  },
  negociacoes: {
    record: { ...record, ...{ idPedido: 7, precoSolicitado: '9.90', idMotivo: null, obs: '' } },
    create: {
      data: { idPedido: 7, itens: [{ idItem: 1, preco: '9.90' }] },
      call: 'POST /callcenter/precos-negociados',
      body: { idPedido: 7, itens: [{ idItem: 1, preco: '9.90' }] },
    },
    update: {
      change: { precoSolicitado: '9.50' },
      call: 'PUT /callcenter/precos-negociados/7',
      body: { itens: [{ id: 4, versao: 3, preco: '9.50', idMotivo: null, obs: '' }] },
    },
    delete: { call: 'DELETE /callcenter/precos-negociados/cancelar?ids[]=4' },
  },
  'solicitacoes-troca': {
    record,
    create: {
      data: { idCli: 9, idFil: 1 },
      call: 'POST /callcenter/devolucoes',
      body: { idCli: 9, idFil: 1 },
    },
  },
  avisos: {
    one: '/config/avisos-publicados/4',
    record: { ...record, ...{ titulo: 'Feriado', conteudo: '<p>x</p>', publico: 'TODOS', leituras: 2 } },
    create: {
      data: { titulo: 'Novo', conteudo: '<p>x</p>', publico: 'TODOS' },
      call: 'POST /config/avisos-publicados',
      body: { titulo: 'Novo', conteudo: '<p>x</p>', publico: 'TODOS' },
    },
    update: {
      change: { titulo: 'Ponte' },
      call: 'PUT /config/avisos-publicados/4',
      body: { versao: 3, titulo: 'Ponte', conteudo: '<p>x</p>', publico: 'TODOS' },
    },
    delete: { call: 'DELETE /config/avisos-publicados/4' },
  },
  automacoes: {
    one: '/callcenter/automacoes/4',
    record: { ...record, ...{ nome: 'Sem compra' } },
    create: { data: { nome: 'Nova' }, call: 'POST /callcenter/automacoes', body: { nome: 'Nova' } },
    update: {
      change: { nome: 'Outra' },
      call: 'PUT /callcenter/automacoes/4',
      body: { versao: 3, nome: 'Outra' },
    },
    delete: { call: 'DELETE /callcenter/automacoes/4' },
  },
  campanhas: {
    one: '/callcenter/campanhas/4',
    record: { ...record, ...{ nome: 'Verão' } },
    create: { data: { nome: 'Nova' }, call: 'POST /callcenter/campanhas', body: { nome: 'Nova' } },
    update: {
      change: { nome: 'Outra' },
      call: 'PUT /callcenter/campanhas/4',
      body: { versao: 3, nome: 'Outra' },
    },
  },
  'objetivos-operadores': {
    record: { ...record, ...{ valor: '10.00', margem: '1.00', valorRealizado: '3.00' } },
    create: {
      data: { idColab: 9, mes: '2026-11', valor: '5.00', margem: '1.00' },
      call: 'POST /callcenter/objetivos-operadores',
      body: { idColab: 9, mes: '2026-11', valor: '5.00', margem: '1.00' },
    },
    update: {
      change: { valor: '20.00' },
      call: 'PUT /callcenter/objetivos-operadores/4',
      body: { versao: 3, valor: '20.00', margem: '1.00' },
    },
  },
};

const lastBody = async (method: string) => {
  const found = requests.findLast((one) => one.method === method);
  return JSON.parse((await found?.clone().text()) || 'null');
};

/** Returns a single record wherever it is requested, and a success response to every write. */
const answering = ({ one, record: held }: Sample) => [
  ...(one
    ? [http.get(one, () => HttpResponse.json(one.startsWith('/config/') ? held : { data: held }))]
    : []),
  // Without a route for a single record, the list is asked for it.
  ...['precos-negociados', 'objetivos-operadores'].map((list) =>
    http.get(`/callcenter/${list}`, () => HttpResponse.json({ itens: [held], paginator: {} })),
  ),
  http.post('*', () => HttpResponse.json(done)),
  http.put('*', () => HttpResponse.json(done)),
  http.delete('*', () => HttpResponse.json(done)),
];

it('every write verb of a resource has a sample', () => {
  const verbs = (rows: Record<string, object>) =>
    Object.entries(rows).map(([name, row]) => [
      name,
      ['create', 'update', 'delete'].filter((verb) => verb in row),
    ]);
  expect(verbs(samples)).toEqual(verbs(writeRoutes));
});

describe.each(Object.entries(samples))('%s', (resource, sample) => {
  const { id } = sample.record;
  beforeEach(() => server.use(...answering(sample)));

  if (sample.create) {
    const { data, call, body } = sample.create;
    it('is created', async () => {
      const { data: made } = await dataProvider.create(resource, { data });
      expect(made).toMatchObject({ ...data, id });
      expect(requested).toEqual([call]);
      expect(await lastBody('POST')).toEqual(body);
    });
  }

  if (sample.update) {
    const { change, call, body } = sample.update;
    it('is updated: read values are sent back, limited to those that the call accepts', async () => {
      const data = { ...sample.record, ...change };
      await dataProvider.update(resource, { id, data, previousData: sample.record });
      expect(requested[0]).toBe(call);
      expect(await lastBody('PUT')).toEqual(body);
    });

    it('reports a refusal, and repeats the same command with the same key', async () => {
      server.use(http.put('*', () => refusal(409, 'Outra pessoa mudou.')));
      const attempt = () =>
        dataProvider.update(resource, {
          id,
          data: { ...sample.record, ...change },
          previousData: sample.record,
        });
      await expect(attempt()).rejects.toMatchObject({ status: 409 });
      await expect(attempt()).rejects.toMatchObject({ status: 409 });
      const [first, second] = requests.map((one) => one.headers.get('Idempotency-Key'));
      expect(second).toBe(first);
    });
  }

  if (sample.delete) {
    const { call, meta } = sample.delete;
    it('is removed', async () => {
      const { data } = await dataProvider.delete(resource, { id, previousData: sample.record, meta });
      expect(data.id).toBe(id);
      expect(requested.map(decodeURIComponent)).toEqual([call]);
    });
  }
});

it('a verb without a call of the resource is rejected by name', async () => {
  await expect(dataProvider.delete('coletas', { id: 4 })).rejects.toThrow('delete is not a call of coletas');
  await expect(dataProvider.create('coletas', { data: {} })).rejects.toThrow(
    'create is not a call of coletas',
  );
});

it('the refusal of the only row is the refusal of the call', async () => {
  server.use(
    http.delete('*', () =>
      HttpResponse.json({
        processados: 1,
        sucesso: [],
        falhas: [{ id: 4, codigo: 'X', mensagem: 'Já decidido.' }],
      }),
    ),
  );
  await expect(dataProvider.delete('negociacoes', { id: 4 })).rejects.toMatchObject({
    message: 'Já decidido.',
  });
});

describe('react-admin components', () => {
  const within = (resource: string, path: string, element: ReactNode) =>
    render(
      <MemoryRouter initialEntries={[path]}>
        <AdminContext dataProvider={dataProvider}>
          <ResourceContextProvider value={resource}>
            <Routes>
              <Route path={`/${resource}/create`} element={element} />
              <Route path={`/${resource}/:id`} element={element} />
              <Route path="*" element={element} />
            </Routes>
          </ResourceContextProvider>
        </AdminContext>
      </MemoryRouter>,
    );
  const paginator = { current_page: 1, per_page: 25, total: 1, last_page: 1 };

  it.each([
    ['tickets', '/sac/tickets'],
    ['clientes', '/sac/clientes'],
    ['agendas', '/callcenter/agendas'],
    ['coletas', '/sac/coletas'],
    ['orcamentos', '/callcenter/orcamentos'],
    ['negociacoes', '/callcenter/precos-negociados'],
    ['avisos', '/sac/avisos'],
  ])('list %s', async (resource, path) => {
    server.use(http.get(path, () => HttpResponse.json({ itens: [{ id: 4, obs: 'Portão 2' }], paginator })));
    within(
      resource,
      `/${resource}`,
      <List>
        <Datagrid bulkActionButtons={false}>
          <TextField source="obs" />
        </Datagrid>
      </List>,
    );
    expect(await screen.findByText('Portão 2')).toBeInTheDocument();
  });

  it.each([
    ['coletas', 'obs'],
    ['agendas', 'assunto'],
    ['orcamentos', 'ordComp'],
    ['avisos', 'titulo'],
    ['negociacoes', 'precoSolicitado'],
  ])('edit %s', async (resource, source) => {
    const sample = samples[resource] as Sample;
    server.use(...answering(sample));
    const user = userEvent.setup();
    within(
      resource,
      `/${resource}/4`,
      <Edit mutationMode="pessimistic" redirect={false}>
        <SimpleForm>
          <TextInput source={source} label="Campo" />
        </SimpleForm>
      </Edit>,
    );
    const input = await screen.findByRole('textbox', { name: 'Campo' });
    await user.clear(input);
    await user.type(input, '7.70');
    await user.click(screen.getByRole('button', { name: /save/i }));
    await waitFor(async () => expect(JSON.stringify(await lastBody('PUT'))).toContain('"7.70"'));
    expect(JSON.stringify(await lastBody('PUT'))).toContain('"versao":3');
  });

  it('create a record', async () => {
    server.use(http.post('/callcenter/agendas', () => HttpResponse.json(done)));
    const user = userEvent.setup();
    within(
      'agendas',
      '/agendas/create',
      <Create redirect={false}>
        <SimpleForm defaultValues={{ idCli: 9 }}>
          <TextInput source="assunto" label="Campo" />
        </SimpleForm>
      </Create>,
    );
    await user.type(await screen.findByRole('textbox', { name: 'Campo' }), 'Ligar');
    await user.click(screen.getByRole('button', { name: /save/i }));
    await waitFor(async () => expect(await lastBody('POST')).toEqual({ idCli: 9, assunto: 'Ligar' }));
  });
});
