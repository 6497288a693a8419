import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { CustomRoutes } from 'ra-core';
import type { ReactNode } from 'react';
import { Route } from 'react-router-dom';
import type { FreightAnswer, FreightOffer } from '../../../contract/callcenter/freight.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { dueText } from '../../../src/custom/customerPanel/documents/dueWords.ts';
import { InvoicesTab } from '../../../src/custom/customerPanel/tabs/InvoicesTab.tsx';
import { TitlesTab } from '../../../src/custom/customerPanel/tabs/TitlesTab.tsx';
import { DeliveryAddressDialog } from '../../../src/custom/deliveryAddress/DeliveryAddressDialog.tsx';
import { FreightDialog } from '../../../src/custom/freightDialog/FreightDialog.tsx';
import {
  type FreightChoice,
  type FreightQuery,
  freightChange,
} from '../../../src/custom/freightDialog/freightChoice.ts';
import { TrackingDialog } from '../../../src/custom/tracking/TrackingDialog.tsx';
import { keepLoad } from '../../../src/dataProvider/session.ts';
import {
  asked,
  HttpResponse,
  http,
  inTurn,
  loadOf,
  person,
  refusal,
  requests,
  serve,
} from '../dataProvider/server.ts';
import { renderConsole } from '../layout/renderConsole.tsx';
import { pageOf } from '../resources/fixtures.ts';

configure({ asyncUtilTimeout: 20_000 });
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const quote = (idTransp: number, nomeTransp: string, over: Partial<FreightOffer> = {}): FreightOffer => ({
  idTransp,
  nomeTransp,
  prazo: 3,
  previsao: '2026-11-25',
  diasSemanaEntrega: 'NSNSNSN',
  aConsultar: false,
  valor: '80.00',
  vlMin: '0.00',
  vlIsenta: null,
  selecionavel: true,
  selo: `selo-${idTransp}`,
  trechos: [
    {
      modo: 'Rodoviário',
      origem: 'São Paulo',
      tabela: 'Fracionado',
      tipoTabela: 'Peso',
      prazo: 3,
      valor: '80.00',
    },
  ],
  ...over,
});
const answer = (over: Partial<FreightAnswer> = {}): FreightAnswer => ({
  cotacoes: [
    quote(1, 'Barata', { valor: '60.00', prazo: 5 }),
    quote(2, 'Rápida'),
    quote(3, 'Perguntar', { aConsultar: true, selecionavel: false, valor: '0.00', trechos: [] }),
  ],
  consulta: null,
  outroDestino: false,
  seloManual: 'selo-manual',
  numero: 'N-1',
  destino: { uf: 'SP', cidade: 'São Paulo', ibge: '3550308', cep: '' },
  calculo: {
    percentualEmbutido: '5',
    minimoIsencao: null,
    valorPago: '0',
    clientePaga: false,
    podeAbonar: false,
  },
  transportadoras: [{ id: 9, nome: 'Da Casa' }],
  ...over,
});

const COTACAO = '/callcenter/transporte/cotacao/12';
const server = serve(
  http.get('/callcenter/condicionais-frete', () =>
    HttpResponse.json([{ id: 4, descricao: 'Entrega noturna' }]),
  ),
  http.get(`${COTACAO}/pedidos-relacionados`, () => HttpResponse.json([])),
  http.get('/sac/estados/:uf/cidades', () => HttpResponse.json([{ ibge: '3550308', cidade: 'São Paulo' }])),
  http.get(COTACAO, () => HttpResponse.json(answer())),
);

const freight = (over: Partial<FreightQuery> = {}): FreightQuery => ({
  idOrcamento: 12,
  tipoFrete: { id: 1, desc: 'CIF', proprio: false },
  total: '1050',
  pesoLiquido: '32.4',
  pesoBruto: '38.5',
  volumetria: '0.27',
  redespacho: false,
  destino: { cidade: 'São Paulo', ibge: '3550308', uf: 'SP', cep: '' },
  ...over,
});

function show(screenOf: ReactNode, parametros = {}) {
  const grants: Permission[] = ['CLIENTE', 'CLIENTE_EDITAR', 'ORCAMENTO'];
  keepLoad({ ...loadOf(person(7), grants), parametros });
  return renderConsole(
    <CustomRoutes>
      <Route path="/home" element={screenOf} />
    </CustomRoutes>,
    { grants },
  );
}
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
type Chosen = FreightChoice | FreightAnswer['destino'] | number | null;
const chosen: Chosen[] = [];
const choose = (value: Chosen) => void chosen.push(value);
const nothing = () => {};
const dialog = (query: FreightQuery) => (
  <FreightDialog query={query} onSelect={choose} onDeliverThere={choose} onClose={nothing} />
);
beforeEach(() => {
  chosen.length = 0;
});
afterEach(() => localStorage.clear());

describe('the freight dialog', () => {
  it('lays quotes side by side, marks the best, and passes on what is asked and what is payable', async () => {
    show(dialog(freight()));
    await screen.findByRole('dialog', { name: 'Calcular Frete - CIF' });
    await user.click(await screen.findByRole('radio', { name: 'Entrega noturna' }));
    await press('Calcular');
    const cheap = (await screen.findByRole('heading', { name: 'Barata' })).closest('li') as HTMLElement;
    // 60 less the 50 that 5 % put into 1050
    expect(cheap.textContent).toMatch(/Menor preço.*R\$\s10,00.*Cotado: R\$\s60,00.*5 dias úteis/);
    const quick = screen.getByRole('heading', { name: 'Rápida' }).closest('li') as HTMLElement;
    expect(quick.textContent).toMatch(/Mais rápida.*R\$\s30,00.*Entrega seg, qua e sex/);
    expect(within(quick).queryByText('Menor preço')).toBeNull();
    expect(screen.getByRole('button', { name: 'Selecionar Perguntar' })).toHaveProperty('disabled', true);
    const sent = new URL(requests.find(({ url }) => url.includes('cotacao/12?'))?.url ?? '').searchParams;
    expect(Object.fromEntries(sent)).toMatchObject({
      uf: 'SP',
      cidade: '3550308',
      peso: '32.4',
      'condicionais[]': '4',
    });
    await press('Detalhes Rápida');
    const details = await screen.findByRole('dialog', { name: 'Detalhes Rápida' });
    expect(within(details).getByRole('table', { name: 'Trechos' }).textContent).toContain('Rodoviário');
    await user.click(within(details).getByRole('button', { name: 'Selecionar' }));
    expect(chosen).toMatchObject([
      {
        selo: 'selo-2',
        idTransp: 2,
        numero: 'N-1',
        valorOriginal: '80.00',
        valorPagar: '30',
        percentual: '3',
      },
    ]);
    // The server knows what it offered.
    expect(chosen.map((choice) => freightChange(choice as FreightChoice))).toEqual([{ selo: 'selo-2' }]);
  });

  it('waits for somewhere to go, and asks at once for the own fleet', async () => {
    const { unmount } = show(dialog(freight({ destino: { cidade: '', uf: '', cep: '' } })));
    const button = await screen.findByRole('button', { name: 'Calcular' });
    expect(button).toHaveProperty('disabled', true);
    const cep = screen.getByRole('textbox', { name: 'CEP' });
    await user.type(cep, '01310');
    expect(button).toHaveProperty('disabled', false);
    await user.click(button);
    expect(screen.getByRole('alert').textContent).toContain('informe o CEP com os 8 dígitos');
    unmount();
    show(dialog(freight({ tipoFrete: { id: 3, desc: 'Frota própria', proprio: true } })));
    await screen.findByRole('heading', { name: 'Barata' });
  });

  it('tells of an error in red and goes on by hand', async () => {
    const error = { message: 'O cálculo de frete não respondeu.' };
    server.use(http.get(COTACAO, () => HttpResponse.json(answer({ cotacoes: [], error }))));
    show(dialog(freight()));
    await press('Calcular');
    expect((await screen.findByRole('alert')).textContent).toContain(error.message);
    await user.type(screen.getByRole('combobox', { name: 'Transportadora' }), 'Da');
    await user.click(await screen.findByRole('option', { name: 'Da Casa' }));
    await user.type(screen.getByRole('textbox', { name: 'Valor do frete' }), '70,5');
    await user.type(screen.getByRole('textbox', { name: 'Dias úteis' }), '4');
    await press('Usar este frete');
    expect(chosen).toMatchObject([{ idTransp: 9, valorOriginal: '70.50', valorPagar: '20.5', prazo: 4 }]);
    expect(chosen.map((choice) => freightChange(choice as FreightChoice))).toEqual([
      { selo: 'selo-manual', idTransp: 9, prazo: 4, valorOriginal: '70.50' },
    ]);
  });

  it('charges another amount only where the branch allows it', async () => {
    const { calculo } = answer();
    const allowed = answer({ calculo: { ...calculo, podeAbonar: true } });
    const { unmount } = show(dialog(freight()));
    await press('Calcular');
    await screen.findByRole('heading', { name: 'Barata' });
    expect(screen.queryByRole('textbox', { name: /^Cobrar do cliente/ })).toBeNull();
    unmount();
    server.use(http.get(COTACAO, () => HttpResponse.json(allowed)));
    show(dialog(freight()));
    await press('Calcular');
    const charge = await screen.findByRole('textbox', { name: /^Cobrar do cliente/ });
    await user.type(charge, 'x');
    await press('Selecionar Barata');
    expect(chosen).toEqual([]);
    expect(document.activeElement).toBe(charge);
    await user.clear(charge);
    await user.type(charge, '0');
    await press('Selecionar Barata');
    expect(chosen.map((choice) => freightChange(choice as FreightChoice))).toEqual([
      { selo: 'selo-1', valorPagar: '0.00' },
    ]);
  });

  it('says why a calculation only informs, and lets nothing of it be chosen', async () => {
    const cotacoes = [quote(1, 'Barata', { selecionavel: false, selo: null })];
    const consulta = 'Este não é o lugar da entrega.';
    const only = answer({ cotacoes, consulta, outroDestino: true, seloManual: null });
    server.use(http.get(COTACAO, () => HttpResponse.json(only)));
    show(dialog(freight()));
    await press('Calcular');
    await screen.findByText(consulta);
    await press('Entregar em São Paulo');
    expect(chosen).toEqual([only.destino]);
    expect(screen.getByRole('button', { name: 'Selecionar Barata' })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Informar frete à mão' })).toBeNull();
  });

  it('says that there are no quotes', async () => {
    server.use(http.get(COTACAO, () => HttpResponse.json(answer({ cotacoes: [] }))));
    show(dialog(freight()));
    await press('Calcular');
    await screen.findByText('Nenhuma cotação de frete disponível');
  });
});

describe('the dialog of delivery addresses', () => {
  it('begins a new one with the place that a freight was asked for', async () => {
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

  it('finds by any word, fills by postal code, moves to the number, and chooses what it made', async () => {
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
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Salvar' })).toHaveProperty('disabled', false),
    );
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

  it('asks before it removes, and hides what the flags forbid', async () => {
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
  it('says how late a title is', () => {
    expect([-1, -3, 0, 1, 12].map(dueText)).toEqual([
      'Vencido há 1 dia',
      'Vencido há 3 dias',
      'Hoje',
      'Vencimento para 1 dia',
      'Vencimento para 12 dias',
    ]);
  });

  it('downloads slips, sorts, and tells in a dialog why one cannot be had', async () => {
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
          pageOf([{ ...title, dtVenc: '2026-11-18', valor: '10', numNf: 50, codBarras: null }]),
        ),
      ),
      http.get('/sac/boletos/3/download', () => refusal(422, 'O título 50/1 já foi pago.')),
    );
    show(<TitlesTab idCli={230} item={null} onItem={nothing} />);
    await screen.findByText('Vencido há 3 dias');
    await user.click(screen.getByRole('button', { name: /Valor/ }));
    await waitFor(() => expect(asked.some((one) => one.includes('sortBy=valor&orderBy=ASC'))).toBe(true));
    await press('Baixar boleto 50/1');
    const notice = await screen.findByRole('dialog', { name: 'Aviso' });
    expect(notice.textContent).toContain('já foi pago');
    await press('Fechar aviso');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('follows the consignment of an invoice', async () => {
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

  it('names an occurrence that it knows beside its code, and leaves another as it came', async () => {
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
