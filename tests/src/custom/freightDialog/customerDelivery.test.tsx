import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { InvoicesTab } from '#src/custom/customerPanel/tabs/InvoicesTab.tsx';
import { dueText, TitlesTab } from '#src/custom/customerPanel/tabs/TitlesTab.tsx';
import { DeliveryAddressDialog } from '#src/resources/customers/shared/deliveryAddress/DeliveryAddressDialog.tsx';
import { TrackingDialog } from '#src/resources/orders/shared/TrackingDialog.tsx';
import {
  HttpResponse,
  http,
  inTurn,
  refusal,
  requested,
  requests,
  serve,
} from '../../dataProvider/server.ts';
import { pageOf } from '../../resources/tickets/fixtures.ts';
import { show } from './show.tsx';

configure({ asyncUtilTimeout: 20_000 });
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const server = serve(
  http.get('/sac/estados/:uf/cidades', () => HttpResponse.json([{ ibge: '3550308', cidade: 'São Paulo' }])),
);
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const chosen: unknown[] = [];
const choose = (value: unknown) => void chosen.push(value);
const nothing = () => {};
beforeEach(() => {
  chosen.length = 0;
});
afterEach(() => localStorage.clear());

describe('dialog of delivery addresses', () => {
  it('starts a new address with the place of the freight request', async () => {
    const place = { uf: 'SP', cidade: 'Campinas', ibge: '3509502', cep: '13010-000' };
    show(
      <DeliveryAddressDialog idCli={230} value={null} place={place} onChange={choose} onClose={nothing} />,
    );
    expect(((await screen.findByLabelText(/^Cidade/)) as HTMLInputElement).value).toBe('Campinas');
  });

  const address = { id: 5, cep: '01310100', rua: 'Avenida Paulista', numero: '100', complemento: '' };
  const whole = { ...address, bairro: 'Bela Vista', cidade: 'São Paulo', estado: 'SP', ibge: '', obs: '' };
  const open = (parametros = {}) =>
    show(<DeliveryAddressDialog idCli={230} value={5} onChange={choose} onClose={nothing} />, parametros);
  const LIST = '/callcenter/clientes/230/enderecos-entrega';

  it('searches by any word, fills by CEP, moves to the number, and selects a new address', async () => {
    server.use(
      http.get(LIST, () => HttpResponse.json([whole])),
      http.get('/cep/99999999', () => HttpResponse.json({ erro: true })),
      http.get('/cep/20040000', () =>
        HttpResponse.json({
          logradouro: 'Rua da Assembleia',
          bairro: 'Centro',
          localidade: 'Rio de Janeiro',
          uf: 'RJ',
          ibge: '3304557',
        }),
      ),
      http.post(
        '/callcenter/clientes/230/endereco-entrega',
        inTurn(
          () => refusal(422, 'O cadastro de endereços de entrega está desligado nos parâmetros.'),
          () => HttpResponse.json({ data: { id: 8, message: 'ok' } }),
        ),
      ),
    );
    open();
    await user.type(await screen.findByRole('searchbox', { name: 'Buscar endereço' }), 'campinas');
    await screen.findByText('Não encontramos nenhum endereço de entrega.');
    await press('Criar novo');
    const cep = await screen.findByRole('textbox', { name: /^CEP/ });
    await user.type(cep, '99999999');
    await user.tab();
    await screen.findByText('Verifique o cep digitado, ele não foi localizado em nossa base de dados.');
    await user.clear(cep);
    await user.type(cep, '20040000');
    await user.tab();
    const number = screen.getByRole('textbox', { name: /^Número/ });
    await waitFor(() => expect(document.activeElement).toBe(number));
    await user.tab();
    await screen.findByText('Campo obrigatório');
    await user.type(number, '10');
    // At once: what was typed last is saved.
    expect(screen.getByRole('button', { name: 'Salvar' })).toHaveProperty('disabled', false);
    await press('Salvar');
    expect((await screen.findByRole('alert')).textContent).toContain('desligado');
    await press('Salvar');
    await waitFor(() => expect(chosen).toEqual([8]));
    const sent = await requests
      .filter(({ method }) => method === 'POST')
      .at(-1)
      ?.json();
    expect(sent).toMatchObject({ cep: '20040000', numero: '10', estado: 'RJ', ibge: '3304557' });
  });

  it('asks before removing, and hides what the flags forbid', async () => {
    let rows = [whole];
    server.use(
      http.get(LIST, () => HttpResponse.json(rows)),
      http.delete('/callcenter/clientes/230/endereco-entrega/5', () => {
        rows = [];
        return HttpResponse.json({ data: { id: 5, message: 'ok' } });
      }),
    );
    const { unmount } = open();
    await press('Remover endereço selecionado');
    await press('Remover');
    await screen.findByText('Não há endereços cadastrados no momento.');
    expect(chosen).toEqual([null]);
    unmount();
    rows = [whole];
    open({ cadastraEnderecoEntrega: false, permiteRemoverEndereco: false });
    await screen.findByRole('radio', { name: /Avenida Paulista/ });
    expect(screen.queryByRole('button', { name: /Criar novo|Remover/ })).toBeNull();
  });
});

describe('documents of a customer', () => {
  it('show how late a title is', () => {
    expect([-1, -3, 0, 1, 12].map(dueText)).toEqual([
      'Vencido há 1 dia',
      'Vencido há 3 dias',
      'Hoje',
      'Vencimento para 1 dia',
      'Vencimento para 12 dias',
    ]);
  });

  it('offer no printed documents to people who see masked data, and say why', async () => {
    const title = {
      id: 3,
      nro: '50/1',
      idFil: 1,
      filial: 'Matriz',
      grupo: 'VENCIDO',
      dias: -3,
      descCob: 'Boleto',
    };
    server.use(
      http.get('/sac/clientes/230/boletos-paginate', () =>
        HttpResponse.json(
          pageOf([
            {
              ...title,
              dtVenc: '2026-11-18',
              pagavelAte: '2026-11-18',
              valor: '10',
              numNf: 50,
              codBarras: '34191.79001 01043.510047 91020.150008 5 99990000001000',
            },
          ]),
        ),
      ),
    );
    show(<TitlesTab idCli={230} item={null} onItem={nothing} />, {}, true);
    const button = await screen.findByRole('button', { name: 'Baixar boleto 50/1' });
    await waitFor(() => expect(button).toBeDisabled());
    expect(button).toHaveAccessibleDescription(/dados pessoais, que seu perfil vê só em parte/);
  });

  it('download slips, sort, and show in a dialog why one is unavailable', async () => {
    const title = {
      id: 3,
      nro: '50/1',
      idFil: 1,
      filial: 'Matriz',
      grupo: 'VENCIDO',
      dias: -3,
      descCob: 'Boleto',
    };
    server.use(
      http.get('/sac/clientes/230/boletos-paginate', () =>
        HttpResponse.json(
          pageOf([
            {
              ...title,
              dtVenc: '2026-11-18',
              pagavelAte: '2026-11-18',
              valor: '10',
              numNf: 50,
              codBarras: '34191.79001 01043.510047 91020.150008 5 99990000001000',
            },
            {
              ...{ ...title, id: 4, nro: '51/1', descCob: 'Depósito' },
              ...{ dtVenc: '2026-11-18', pagavelAte: '2026-11-18', valor: '10', numNf: 51, codBarras: null },
            },
          ]),
        ),
      ),
      http.get('/sac/boletos/3/download', () => refusal(422, 'O título 50/1 já foi pago.')),
    );
    show(<TitlesTab idCli={230} item={null} onItem={nothing} />);
    expect(await screen.findAllByText('Vencido há 3 dias')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Baixar boleto 51/1' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /Valor/ }));
    await waitFor(() => expect(requested.some((one) => one.includes('sortBy=valor&orderBy=ASC'))).toBe(true));
    await press('Baixar boleto 50/1');
    const notice = await screen.findByRole('dialog', { name: 'Aviso' });
    expect(notice.textContent).toContain('já foi pago');
    await press('Fechar aviso');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it("show the tracking of an invoice's delivery", async () => {
    const rastreio = { tipo: 'TRANSPORTADORA', codigo: 'HZ1' };
    const invoice = { id: 7, numNf: 50, observacao: '', idFil: 1, filial: 'Matriz', chave: '3'.repeat(44) };
    server.use(
      http.get('/sac/clientes/230/notas-fiscais-paginate', () =>
        HttpResponse.json(
          pageOf([{ ...invoice, dtSai: '2026-11-18', vlTot: '10', boleto: null, codBarras: null, rastreio }]),
        ),
      ),
      http.get('/sac/notasfiscais/7/download/xml', () => refusal(500, 'Deu errado.')),
      http.get('/sac/transporte/rastreio/TRANSPORTADORA/HZ1', () =>
        HttpResponse.json({ data: { ocorrencias: [] } }),
      ),
    );
    show(<InvoicesTab idCli={230} item={null} onItem={nothing} />);
    await press('Baixar XML da nota 50');
    await screen.findByRole('dialog', { name: 'Atenção' });
    await press('Fechar aviso');
    await press('Rastrear a entrega da nota 50');
    await screen.findByRole('dialog', { name: 'Rastreio #HZ1' });
    await screen.findByText('Não existem movimentações até o momento.');
  });

  it('name a known tracking event beside its code, and show others as received', async () => {
    const data_hora = '2026-11-18T12:00:00.000Z';
    server.use(
      http.get('/sac/transporte/rastreio/TRANSPORTADORA/HZ2', () =>
        HttpResponse.json({
          data: {
            ocorrencias: [
              { codigo: 'SAI', data_hora, descricao: 'No carro 12' },
              { codigo: 'X9', data_hora, descricao: 'Retido para conferência' },
            ],
          },
        }),
      ),
    );
    show(<TrackingDialog tipo="TRANSPORTADORA" codigo="HZ2" onClose={nothing} />);
    const dialog = await screen.findByRole('dialog', { name: 'Rastreio #HZ2' });
    const known = await within(dialog).findByRole('row', { name: /No carro 12/ });
    expect(known).toHaveTextContent('Saiu para entregaSAI');
    expect(within(dialog).getByRole('row', { name: /Retido/ })).toHaveTextContent(/X9/);
  });
});
