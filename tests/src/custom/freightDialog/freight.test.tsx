import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { FreightAnswer, FreightOffer } from '#contract/callcenter/orders/freight.ts';
import { FreightDialog } from '#src/custom/freightDialog/FreightDialog.tsx';
import {
  type FreightChoice,
  type FreightQuery,
  freightChange,
} from '#src/custom/freightDialog/freightChoice.ts';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';
import { show } from './show.tsx';

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

describe('freight dialog', () => {
  it('compares quotes, marks the best, and passes on the quoted and payable amounts', async () => {
    show(dialog(freight()));
    await screen.findByRole('dialog', { name: 'Calcular Frete - CIF' });
    // The delivery address is known, so that Enter is all it takes.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Calcular' })).toHaveFocus());
    await user.click(await screen.findByRole('radio', { name: 'Entrega noturna' }));
    await press('Calcular');
    const cheap = (await screen.findByRole('heading', { name: 'Barata' })).closest('li') as HTMLElement;
    // 60 minus the 50 that 5 % add to 1050
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
    // The server has a record of what it offered.
    expect(chosen.map((choice) => freightChange(choice as FreightChoice))).toEqual([{ selo: 'selo-2' }]);
  });

  it('requires a destination, and calculates at once for delivery by own vehicles', async () => {
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

  it('shows an error in red and allows manual input', async () => {
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

  it('charges another amount only when the branch allows it', async () => {
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

  it('says why a calculation is only informative, and allows no choice', async () => {
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

  it('says when there are no quotes', async () => {
    server.use(http.get(COTACAO, () => HttpResponse.json(answer({ cotacoes: [] }))));
    show(dialog(freight()));
    await press('Calcular');
    await screen.findByText('Nenhuma cotação de frete disponível');
  });
});
