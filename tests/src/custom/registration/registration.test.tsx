import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { clearSession } from '#data/session.ts';
import { registrationGone } from '#src/resources/customers/shared/useRegistration.ts';
import { inTurn, refusal, serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import {
  field,
  fill,
  gone,
  heading,
  next,
  openRegistration,
  press,
  registered,
  user,
} from './openRegistration.tsx';
import { COMPANY, handlers, PERSON, resetServer, state } from './registrationServer.ts';

const server = serve(...handlers);
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});
beforeEach(() => {
  resetServer();
  registered.length = 0;
  localStorage.clear();
  clearSession();
  registrationGone();
});

const LONG = 120_000;
const TITLE = 'Cadastrar Cliente';
const save = () => http.post('/sac/clientes', () => refusal(422, 'Confira os dados.'));

/** A company with all the data of the tax authority, up to the company's own step. */
async function companyFromRegistry() {
  await fill(/CNPJ/, COMPANY);
  await screen.findByText('Documento válido para cadastro.');
  await press('Importar da Receita');
  await screen.findByText(/Mercado Ponto Certo Ltda. importados da Receita/);
  await next();
  await heading('Dados da Empresa');
}

async function throughContacts() {
  await user.click(await screen.findByRole('radio', { name: 'Sim' }));
  await next();
  await heading('Contatos');
  await fill(/Nome do contato/, 'Lúcia Reis');
  await fill(/E-mail para NF-e/, 'NFE@ponto.com.br');
  await next();
  await heading('Endereços');
}

describe('registration of a company', () => {
  it(
    'imports, goes through the steps, links and saves once; its opener continues with it',
    async () => {
      const { button } = await openRegistration('COMPLETO', true);
      await heading('Validar Cadastro');
      await next();
      expect(await screen.findByText('Corrija 1 campo para continuar:')).toBeInTheDocument();
      await expectNoAxeViolations();
      await companyFromRegistry();
      expect(await field(/Razão social/)).toHaveValue('Mercado Ponto Certo Ltda.');
      expect(await field(/CNAE principal/)).toHaveValue('4711-3/02');

      // Typed text is kept until the person asks to replace it.
      await fill(/Nome fantasia/, 'Meu nome');
      await press('Importar da Receita');
      expect(
        await screen.findByText(/1 campo já preenchido ficou como estava: Nome fantasia/),
      ).toBeInTheDocument();
      expect(await field(/Nome fantasia/)).toHaveValue('Meu nome');
      await press('Trocar pelos da Receita');
      await waitFor(async () => expect(await field(/Nome fantasia/)).toHaveValue('Ponto Certo'));
      await expectNoAxeViolations();

      await throughContacts();
      expect(state.codes).toEqual([]);
      await user.click(await screen.findByRole('switch', { name: /mesmo Endereço de Cobrança/ }));
      const delivery = () => screen.getByRole('group', { name: 'Endereço de entrega' });
      await waitFor(() =>
        expect(within(delivery()).getByRole('textbox', { name: /Número/ })).toHaveValue('1578'),
      );
      await user.clear(within(delivery()).getByRole('textbox', { name: /Número/ }));
      await user.type(within(delivery()).getByRole('textbox', { name: /Número/ }), '20');
      expect(await screen.findByText(/Os endereços foram separados/)).toBeInTheDocument();
      expect(state.codes).toEqual([]);
      await expectNoAxeViolations();
      await next();

      expect(await screen.findByText('Cliente cadastrado com sucesso.')).toBeInTheDocument();
      expect(state.sent).toHaveLength(1);
      expect(state.sent[0]?.body).toMatchObject({
        documento: COMPANY,
        empresa: { razaoSocial: 'Mercado Ponto Certo Ltda.', filialId: '1', contribuinte: 1 },
        contatos: { nomeSocio: 'Helena Duarte Prado', emailNFe: 'nfe@ponto.com.br', telefone1: '1133445566' },
        enderecoCobranca: { cep: '01310100', numero: '1578', ibge: '3550308' },
        enderecoEntrega: { cep: '01310100', numero: '20', ibge: '3550308' },
        versoes: ['sac-documento 1', 'sac-empresa 1', 'sac-contatos 1', 'sac-enderecos 1'],
      });
      expect(state.sent[0]?.body).not.toHaveProperty('contexto');
      await waitFor(() => expect(state.draft).toBeNull());
      await press('Fechar');
      expect(registered).toEqual([812]);
      await waitFor(() => expect(button).toHaveFocus());
    },
    LONG,
  );

  it(
    'rejects a registered document, reports an unknown CNPJ, requests a CEP once',
    async () => {
      await openRegistration();
      await fill(/CNPJ/, '11222333000181');
      expect(await screen.findByText(/Este documento já está cadastrado/)).toBeInTheDocument();
      expect(screen.getByRole('link', { name: /Ver o cliente 44/ })).toHaveAttribute('target', '_blank');
      await next();
      await heading('Validar Cadastro');
      await press('Importar da Receita');
      expect(await screen.findByText(/Cadastro não encontrado\./)).toBeInTheDocument();

      await companyFromRegistry();
      await throughContacts();
      const delivery = await screen.findByRole('group', { name: 'Endereço de entrega' });
      const cep = within(delivery).getByRole('textbox', { name: /CEP/ });
      await user.type(cep, '99999999');
      expect(await screen.findByText(/CEP 99999-999 não encontrado/)).toBeInTheDocument();
      await user.clear(cep);
      await user.type(cep, '01310100');
      await waitFor(() =>
        expect(within(delivery).getByRole('textbox', { name: /Logradouro/ })).toHaveValue('Avenida Paulista'),
      );
      const street = within(delivery).getByRole('textbox', { name: /Logradouro/ });
      await user.clear(street);
      await user.type(street, 'Rua à mão');
      await user.type(cep, '{Backspace}0');
      await user.tab();
      expect(street).toHaveValue('Rua à mão');
      expect(state.codes).toEqual(['99999999', '01310100']);
    },
    LONG,
  );

  it(
    'shows similar customers, moves to server errors, keeps data when a step is republished',
    async () => {
      state.duplicates = [
        {
          id: 230,
          razSoc: 'Lua Ltda.',
          fant: 'Mercado Lua',
          documento: '11222333000181',
          motivo: 'TELEFONE',
        },
      ];
      server.use(
        http.post(
          '/sac/clientes',
          inTurn(
            () =>
              refusal(422, 'Confira os dados.', { errors: { 'contatos.email': 'Este e-mail não existe.' } }),
            () => refusal(409, 'O formulário mudou enquanto você o preenchia.'),
            () => HttpResponse.json({ data: { id: 812, message: 'Cliente cadastrado com sucesso.' } }),
          ),
        ),
      );
      await openRegistration();
      await companyFromRegistry();
      await throughContacts();
      await user.click(await screen.findByRole('switch', { name: /mesmo Endereço de Cobrança/ }));
      await next();
      const dialog = await screen.findByRole('dialog', { name: 'Já existe um cliente parecido' });
      expect(within(dialog).getByRole('link', { name: /230 - Mercado Lua/ })).toBeInTheDocument();
      expect(within(dialog).getByText(/mesmo telefone/)).toBeInTheDocument();
      await press('Cadastrar mesmo assim');

      await heading('Contatos');
      expect((await screen.findAllByText(/Este e-mail não existe\./)).length).toBeGreaterThan(0);
      await fill(/^E-mail$|^E-mail \*/, 'novo@ponto.com.br');
      await next();
      await heading('Endereços');
      state.duplicates = [];
      await next();

      await heading('Dados da Empresa');
      expect(await screen.findByText(/As regras do cadastro mudaram/)).toBeInTheDocument();
      expect(await field(/Razão social/)).toHaveValue('Mercado Ponto Certo Ltda.');
      await next();
      await heading('Contatos');
      await next();
      await heading('Endereços');
      await next();
      expect(await screen.findByText('Cliente cadastrado com sucesso.')).toBeInTheDocument();
    },
    LONG,
  );
});

describe('unfinished registration', () => {
  it(
    'asks before it is lost, is restored from the server, and ends with its document',
    async () => {
      const { unmount } = await openRegistration();
      await companyFromRegistry();
      await waitFor(() => expect(state.draft).not.toBeNull());
      await press('Voltar');
      const question = await screen.findByRole('dialog', { name: 'Voltar ao documento?' });
      expect(
        within(question).getByText(/os dados da empresa, os contatos e o endereço de cobrança/),
      ).toBeInTheDocument();
      await press('Ficar aqui');
      await gone('Voltar ao documento?');
      await waitFor(() => expect(state.draft?.conteudo).toMatchObject({ step: 'empresa' }));
      unmount();

      await openRegistration();
      await press('Continuar o cadastro de Mercado Ponto Certo Ltda.');
      await heading('Dados da Empresa');
      await press('Voltar');
      await press('Voltar e recomeçar');
      await heading('Validar Cadastro');
      expect(await field(/CNPJ/)).toHaveValue('30.214.587/0001-00');
      await next();
      await heading('Dados da Empresa');
      expect(await field(/Razão social/)).toHaveValue('');
      await press('Fechar');
      await press('Descartar');
      await gone(TITLE);
      await waitFor(() => expect(state.draft).toBeNull());
    },
    LONG,
  );
});

describe('registration of a person', () => {
  it(
    'is recognised by the CPF, and asks for name and birth date instead of a CNAE',
    async () => {
      await openRegistration();
      await fill(/CNPJ/, PERSON);
      await screen.findByRole('textbox', { name: /^CPF/ });
      expect(screen.getByRole('button', { name: 'Pessoa (CPF)' })).toHaveAttribute('aria-pressed', 'true');
      expect(screen.queryByRole('button', { name: 'Importar da Receita' })).not.toBeInTheDocument();
      await screen.findByText('Documento válido para cadastro.');
      await next();
      await heading('Dados da Empresa');
      expect(await field(/Nome completo/)).toBeInTheDocument();
      expect(screen.queryByRole('textbox', { name: /CNAE/ })).not.toBeInTheDocument();
    },
    LONG,
  );
});

describe('pre-registration form', () => {
  it(
    'is saved once the server accepts the document and nothing is missing',
    async () => {
      server.use(
        http.get('/callcenter/clientes/consulta/:documento', ({ params }) =>
          HttpResponse.json(
            params.documento === COMPANY ? { message: 'ok' } : { error: 'Já cadastrado.', idCli: 44 },
          ),
        ),
        http.post('/callcenter/clientes/pre-cadastro', async ({ request }) => {
          state.sent.push({ key: null, body: (await request.json()) as Record<string, unknown> });
          return HttpResponse.json({ data: { id: 9, message: 'Cliente pré-cadastrado com sucesso.' } });
        }),
        save(),
      );
      await openRegistration('SIMPLIFICADO');
      await fill(/CPF ou CNPJ/, '11222333000181');
      await user.tab();
      expect(await screen.findByText(/Já cadastrado\./)).toBeInTheDocument();
      await fill(/CPF ou CNPJ/, COMPANY);
      await user.tab();
      expect(await screen.findByText('Pode ser cadastrado.')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Pré-cadastrar' })).toBeDisabled();
      await fill(/Razão social ou nome/, 'Ponto Certo Ltda.');
      await fill(/Nome fantasia/, 'Ponto Certo');
      await fill(/Nome do contato/, 'Helena');
      await fill(/E-mail/, 'Helena@Ponto.com.br');
      await fill(/Telefone/, '1133445566');
      await expectNoAxeViolations();
      await press('Pré-cadastrar');
      expect(await screen.findByText('Cliente pré-cadastrado com sucesso.')).toBeInTheDocument();
      expect(state.sent[0]?.body).toEqual({
        doc: COMPANY,
        razSoc: 'Ponto Certo Ltda.',
        fant: 'Ponto Certo',
        nomeContato: 'Helena',
        email: 'helena@ponto.com.br',
        telefone: '1133445566',
      });
      await press('Fechar');
    },
    LONG,
  );

  it(
    'offers, once, to request the transfer of a customer whom somebody else serves',
    async () => {
      const requested: unknown[] = [];
      server.use(
        http.get('/callcenter/clientes/consulta/:documento', () =>
          HttpResponse.json({
            error: 'Já é cliente da empresa, de outro vendedor.',
            podePedirTransferencia: true,
          }),
        ),
        http.post('/callcenter/clientes/transferencias', async ({ request }) => {
          requested.push(await request.json());
          return HttpResponse.json({ data: { id: 1, message: 'Transferência pedida.' } });
        }),
        save(),
      );
      await openRegistration('SIMPLIFICADO');
      await fill(/CPF ou CNPJ/, '11222333000181');
      await user.tab();
      await screen.findByText(/de outro vendedor/);
      await press('Pedir a transferência');
      expect(await screen.findByText('Transferência pedida.')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Pedir a transferência' })).toBeDisabled();
      expect(requested).toEqual([{ documento: '11222333000181' }]);
    },
    LONG,
  );
});
