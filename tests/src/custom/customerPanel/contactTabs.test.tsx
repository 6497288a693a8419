import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { CustomRoutes } from 'ra-core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Route } from 'react-router-dom';
import { DEFAULT_GRANTS, type Permission } from '#contract/permissions.ts';
import { keepLoad } from '#data/session.ts';
import type { PanelTabProps } from '#src/custom/customerPanel/panelTabProps.ts';
import { AdditionalInfoTab } from '#src/custom/customerPanel/tabs/AdditionalInfoTab.tsx';
import { ContactsTab, PhonesTab } from '#src/custom/customerPanel/tabs/ContactsTab.tsx';
import { ServiceFrequencyTab } from '#src/custom/customerPanel/tabs/ServiceFrequencyTab.tsx';
import { PanelWatch } from '#src/custom/operator/PanelWatch.tsx';
import { ServiceRecordDialog } from '#src/resources/serviceRecords/shared/ServiceRecordDialog.tsx';
import { HttpResponse, http, loadOf, person, refusal, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser } from '../../resources/renderApp.tsx';
import { renderConsole } from '../../shell/renderConsole.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

configure({ asyncUtilTimeout: 20_000 });

const server = serve();
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
const ALL = DEFAULT_GRANTS.OPERADOR.filter((grant) => grant !== 'SAC_AVISOS');
beforeEach(() => {
  freshBrowser();
  server.use(
    http.get('/sac/motivos-atendimento', () => HttpResponse.json([{ id: 1, desc: 'Venda' }])),
    http.get('/sac/contatos/tipos', () => HttpResponse.json([{ id: 3, desc: 'Compras' }])),
    http.put('/config/rascunhos/:objeto', ({ params }) =>
      HttpResponse.json({
        data: { objeto: params.objeto, conteudo: null, atualizado: new Date().toISOString(), versao: 1 },
      }),
    ),
  );
});

interface Shown {
  grants?: readonly Permission[];
  parametros?: Record<string, unknown>;
}

function show(element: ReactNode, { grants = ALL, parametros = {} }: Shown = {}) {
  keepLoad({ ...loadOf({ ...person(7), tipo: 'OPERADOR' }, [...grants]), parametros });
  return renderConsole(
    <CustomRoutes>
      <Route path="/home" element={element} />
    </CustomRoutes>,
    { grants: [...grants] },
  );
}
const showTab = (Tab: ComponentType<PanelTabProps>, shown?: Shown) =>
  show(<Tab idCli={12} item={null} onItem={() => {}} />, shown);
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const sent = (method: string, path: string) =>
  requests
    .find((each) => each.method === method && new URL(each.url).pathname === path)
    ?.clone()
    .json();

const phone = { id: 1, tel: '11988887777', desc: 'Principal', idCli: 12, permiteEditar: true };

describe('phones tab', () => {
  const phones = () =>
    server.use(
      http.get('/sac/contatos/12/telefones', () =>
        HttpResponse.json([phone, { ...phone, id: 2, tel: '1133334444', permiteEditar: false }]),
      ),
    );

  it('edits with permission and shows a conflict', async () => {
    phones();
    server.use(
      http.put('/sac/clientes/12/editar-telefone', () =>
        refusal(409, 'Outra pessoa já mudou este telefone para (11) 90000-0000.'),
      ),
    );
    showTab(PhonesTab);
    await press('Editar (11) 98888-7777');
    expect(screen.queryByRole('button', { name: 'Editar (11) 3333-4444' })).toBeNull();
    const dialog = await screen.findByRole('dialog', { name: 'Editar telefone' });
    const field = within(dialog).getByRole('textbox', { name: /Telefone/ });
    await user.clear(field);
    await user.type(field, '119');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('Telefone inválido')).toBeTruthy();
    await user.type(field, '11112222');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText(/Outra pessoa já mudou/)).toBeTruthy();
    expect((field as HTMLInputElement).value).toBe('(11) 91111-2222');
  });

  it('calls by the dialler if the parameter says so, else by phone link', async () => {
    phones();
    server.use(
      http.post('/callcenter/discar', () => HttpResponse.json({ data: { id: 1, message: 'ok' } }), {
        once: true,
      }),
    );
    const first = showTab(PhonesTab, { parametros: { protocoloLigacao: 'api' } });
    await press('Ligar para (11) 98888-7777');
    expect(await screen.findByText('Enviado para discadora')).toBeTruthy();
    server.use(http.post('/callcenter/discar', () => refusal(503, 'Ramal ocupado')));
    await press('Ligar para (11) 98888-7777');
    expect(await screen.findByText('Ramal ocupado')).toBeTruthy();
    first.unmount();
    showTab(PhonesTab);
    const link = await screen.findByRole('link', { name: 'Ligar para (11) 98888-7777' });
    expect(link.getAttribute('href')).toBe('tel:+5511988887777');
  });
});

describe('contacts tab', () => {
  it('creates only with permission and marks every wrong field', async () => {
    server.use(http.get('/sac/contatos/12/contatos', () => HttpResponse.json([])));
    const reader = showTab(ContactsTab, {
      grants: ALL.filter((each) => each !== 'CLIENTE_CONTATOS_CADASTRA'),
    });
    await screen.findByText('Nenhum contato cadastrado');
    expect(screen.queryByRole('button', { name: 'Novo contato' })).toBeNull();
    reader.unmount();
    server.use(
      http.post('/sac/contatos/12/contatos', () => refusal(422, 'O cliente já tem contatos demais.')),
    );
    showTab(ContactsTab);
    await press('Novo contato');
    const dialog = await screen.findByRole('dialog', { name: 'Criar novo contato' });
    await expectNoAxeViolations(dialog);
    await user.type(within(dialog).getByRole('textbox', { name: 'E-mail' }), 'ana');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('Informe o nome.')).toBeTruthy();
    expect(within(dialog).getByText('Formato de e-mail inválido')).toBeTruthy();
    await user.type(within(dialog).getByRole('textbox', { name: /Nome/ }), 'Ana');
    await user.type(within(dialog).getByRole('textbox', { name: 'E-mail' }), '@exemplo.com.br');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('O cliente já tem contatos demais.')).toBeTruthy();
  });
});

describe('the number of a contact', () => {
  const regina = {
    ...{ id: 5, versao: 2, nome: 'Regina', tipo: 3, tipoDesc: 'Compras', doc: '52998224725' },
    ...{ dtNasc: '1980-05-06', time: 'Palmeiras', cargo: 'Gerente', telefone: '1133334444' },
    ...{ celular: '11988887777', email: 'regina@exemplo.com.br', autorizadoFaturamento: true },
  };
  const path = '/sac/contatos/12/contatos/5';
  const served = (change = {}) =>
    server.use(http.get('/sac/contatos/12/contatos', () => HttpResponse.json([{ ...regina, ...change }])));
  const bodies = async () =>
    Promise.all(
      requests
        .filter(({ method, url }) => method === 'PUT' && new URL(url).pathname === path)
        .map((each) => each.clone().json()),
    );
  const typed = async (name: RegExp, text: string) => {
    const dialog = within(await screen.findByRole('dialog'));
    const input = dialog.getByRole('textbox', { name });
    await user.clear(input);
    await user.type(input, text);
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    return dialog;
  };

  it('is changed in its place, and the rest of the contact stays as it was', async () => {
    served();
    server.use(http.put(path, () => HttpResponse.json({ data: { id: 5, message: 'Contato atualizado.' } })));
    showTab(ContactsTab);
    await press('Mudar o celular de Regina');
    await expectNoAxeViolations(await screen.findByRole('dialog', { name: 'Celular de Regina' }));
    const dialog = await typed(/Celular/, '119');
    expect(await dialog.findByText('Celular inválido')).toBeTruthy();
    expect(await bodies()).toEqual([]);
    await typed(/Celular/, '11966665555');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await bodies()).toEqual([
      {
        ...{ contato: 'Regina', tipocontato: 3, documento: '52998224725', datanascimento: '1980-05-06' },
        ...{ time: 'Palmeiras', cargo: 'Gerente', telefone: '1133334444', celular: '11966665555' },
        ...{ email: 'regina@exemplo.com.br', autorizadoFaturamento: true, versao: 2 },
      },
    ]);
  });

  it('is sent with what another person changed of the contact meanwhile, once that was shown', async () => {
    served();
    const estado = { ...regina, versao: 3, email: 'compras@exemplo.com.br' };
    const answers = [
      HttpResponse.json(
        {
          ...{ error: 'Mudou.', code: 'CONFLITO' },
          atual: { versao: 3, por: 'Bia', em: new Date().toISOString(), estado },
        },
        { status: 409 },
      ),
      HttpResponse.json({ data: { id: 5, message: 'Contato atualizado.' } }),
    ];
    server.use(http.put(path, () => answers.shift() as HttpResponse<never>));
    showTab(ContactsTab);
    await press('Mudar o telefone de Regina');
    const dialog = await typed(/Telefone/, '1122223333');
    expect(await dialog.findByText(/Bia mudou este contato/)).toBeTruthy();
    expect(dialog.getByText(/compras@exemplo\.com\.br/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await bodies())[1]).toMatchObject({
      ...{ telefone: '1122223333', email: 'compras@exemplo.com.br', versao: 3 },
    });
  });

  it('has no pencil behind a mask, nor for who may not write contacts', async () => {
    served({ telefone: '(11) ****-4444', celular: '11988887777' });
    const first = showTab(ContactsTab);
    await screen.findByRole('button', { name: 'Mudar o celular de Regina' });
    expect(screen.queryByRole('button', { name: 'Mudar o telefone de Regina' })).toBeNull();
    first.unmount();
    showTab(ContactsTab, { grants: ALL.filter((each) => each !== 'CLIENTE_CONTATOS_CADASTRA') });
    await screen.findByText('Regina');
    expect(screen.queryByRole('button', { name: /^Mudar o/ })).toBeNull();
  });
});

describe('additional information tab', () => {
  it('shows a removal that failed', async () => {
    const line = {
      id: 5,
      dimensao: 'Frota',
      idDimensao: 1,
      dimensao_id: 2,
      descricao: 'Própria',
      observacao: '',
    };
    server.use(
      http.get('/callcenter/dimensoes/cliente', () =>
        HttpResponse.json([{ id: 1, desc: 'Frota', opcoes: [{ id: 2, desc: 'Própria' }] }]),
      ),
      http.get('/callcenter/cliente/dimensoes/12', () =>
        HttpResponse.json([{ ...line, cliente_id: 12, colaborador: { nome: 'Ana' }, versao: 1 }]),
      ),
      http.delete('/callcenter/cliente/dimensoes/5', () => refusal(404, 'Registro não encontrado.')),
    );
    showTab(AdditionalInfoTab);
    await press('Editar Frota: Própria');
    const edit = await screen.findByRole('dialog', { name: 'Informações Adicionais' });
    expect(within(edit).getByRole('combobox', { name: /^Descrição/ })).toHaveAttribute(
      'aria-required',
      'true',
    );
    await user.click(within(edit).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(edit).not.toBeVisible());
    await press('Adicionar');
    expect(await screen.findByText('Escolha o segmento.')).toBeTruthy();
    await press('Excluir Frota: Própria');
    const dialog = await screen.findByRole('dialog', { name: 'Excluir esta informação?' });
    await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
    expect(await within(dialog).findByRole('alert')).toHaveProperty(
      'textContent',
      'Registro não encontrado.',
    );
  });
});

describe('service settings tab', () => {
  it('keeps changes as a draft: discarded, or saved once they differ', async () => {
    const customer = {
      id: 12,
      versao: 3,
      naoContatar: 0,
      frequenciaAtendimento: 15,
      dtProximoContatoCobranca: '2030-01-10 14:30:00',
      atendidoDomingo: 0,
      atendidoSegunda: 1,
      atendidoTerca: 1,
      atendidoQuarta: 0,
      atendidoQuinta: 0,
      atendidoSexta: 0,
      atendidoSabado: 0,
    };
    server.use(
      http.get('/callcenter/clientes/12', () => HttpResponse.json({ data: customer })),
      http.put('/callcenter/clientes/12', () => HttpResponse.json({ data: { id: 12, message: 'ok' } })),
    );
    showTab(ServiceFrequencyTab);
    expect(await screen.findByText('2 de 7 dias')).toBeTruthy();
    const save = screen.getByRole('button', { name: 'Salvar Configurações' });
    const discard = screen.getByRole('button', { name: 'Descartar alterações' });
    expect([save, discard].map((each) => (each as HTMLButtonElement).disabled)).toEqual([true, true]);
    const days = screen.getByRole('textbox', { name: 'Dias entre contatos' });
    await user.type(days, 'x');
    await user.click(discard);
    expect((days as HTMLInputElement).value).toBe('15');
    await user.click(screen.getByRole('switch', { name: 'Sábado' }));
    expect(screen.getByText('3 de 7 dias')).toBeTruthy();
    await user.click(save);
    expect(await screen.findByText('Configurações de atendimento atualizadas com sucesso!')).toBeTruthy();
    expect(await sent('PUT', '/callcenter/clientes/12')).toMatchObject({
      versao: 3,
      atendidoSabado: 1,
      dtProximoContatoCobranca: '2030-01-10 14:30',
    });
  });
});

describe('service record', () => {
  const quotes = () =>
    server.use(
      http.get('/callcenter/clientes/12/orcamentos-callcenter', () =>
        HttpResponse.json({
          itens: [{ id: 77, versao: 4, vlTot: '150.00' }],
          paginator: { current_page: 1, per_page: 100, total: 1, last_page: 1 },
        }),
      ),
      http.get('/callcenter/motivos-perda-atendimento', () => HttpResponse.json([{ id: 9, desc: 'Preço' }])),
    );

  it('of a lost quote requires a reason', async () => {
    quotes();
    server.use(
      http.post('/sac/atendimentos', () => HttpResponse.json({ data: { id: 1, message: 'Registrado.' } })),
    );
    const closed = jest.fn();
    show(<ServiceRecordDialog idCli={12} idOrcamento={77} onClose={closed} />);
    const dialog = await screen.findByRole('dialog', { name: 'Registrar atendimento' });
    const choose = async (label: RegExp, option: string) => {
      await user.click(await within(dialog).findByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose(/^Motivo( \*|$)/, 'Venda');
    await user.click(await within(dialog).findByRole('radio', { name: 'Perdido' }));
    await user.click(within(dialog).getByRole('button', { name: 'Registrar' }));
    expect(await within(dialog).findByText('Diga por que o orçamento foi perdido.')).toBeTruthy();
    await choose(/^Motivo da perda/, 'Preço');
    await user.click(within(dialog).getByRole('button', { name: 'Registrar' }));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(await sent('POST', '/sac/atendimentos')).toMatchObject({
      cliente_id: 12,
      motivo_id: 1,
      orcamento_id: 77,
      situacaoOrcamento: 'PERDIDO',
      motivoPerda: 9,
      versao: 4,
    });
  });

  it('in progress is shown everywhere and asked for on leaving the panel', async () => {
    quotes();
    const cliente = { id: 12, fant: 'Mercado Lua', razSoc: 'Lua Ltda.', legendas: [] };
    const pending = { id: 3, cliente, orcamento_id: null, agenda_id: null, versao: 1 };
    server.use(
      http.get('/callcenter/atendimento/pendente', () =>
        HttpResponse.json({ data: { ...pending, inicio: new Date().toISOString() } }),
      ),
      http.put('/callcenter/operador/status', () => refusal(422, 'Você tem um atendimento em andamento.')),
    );
    show(<Panel shows />, { parametros: { registrarAtendimentoAoSair: true } });
    expect(await screen.findByRole('link', { name: 'Mercado Lua' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Finalizar' })).toBeNull();
    await press('Sua situação: Disponível');
    await user.click(await screen.findByRole('menuitem', { name: 'Offline' }));
    expect(await screen.findByText('Você tem um atendimento em andamento.')).toBeTruthy();
    await press('Sair do painel');
    const dialog = await screen.findByRole('dialog', { name: 'Registrar atendimento' });
    expect(await within(dialog).findByText(/Você saiu do cliente/)).toBeTruthy();
  });
});

function Panel({ shows }: { shows: boolean }) {
  const [open, setOpen] = useState(shows);
  return (
    <>
      {open && <PanelWatch idCli={12} />}
      <button type="button" onClick={() => setOpen(false)}>
        Sair do painel
      </button>
    </>
  );
}
