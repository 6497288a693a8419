import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { flowProblems } from '#contract/rules/flows/flowProblems.ts';
import { HttpResponse, http } from '../../dataProvider/server.ts';
import { renderApp } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ADMIN, asPerson, bodyOf, DRAFT, published, server } from './servedStudio.ts';

jest.setTimeout(180_000);

beforeEach(() => asPerson(ADMIN));

const open = async () => {
  const user = userEvent.setup();
  const { container } = renderApp('/configuracao/flows/DEVOLUCAO');
  const picture = within(await screen.findByRole('group', { name: 'Desenho do fluxo' }));
  // The properties beside it come by a file of their own.
  await screen.findByRole('region', { name: /^Fluxo: / });
  const tools = within(screen.getByRole('toolbar', { name: 'Mudar o desenho' }));
  return { user, picture, tools, container };
};
/** The last draft stored on the server. */
const kept = async (wanted: (flow: Flow) => boolean): Promise<Flow> => {
  let flow: Flow | undefined;
  await waitFor(
    async () => {
      flow = ((await bodyOf(DRAFT)) as { conteudo: Flow } | undefined)?.conteudo;
      expect(flow && wanted(flow)).toBe(true);
    },
    { timeout: 10_000 },
  );
  return flow as Flow;
};

const asked = (titulo: string) => ({
  ...{ chave: titulo.toLowerCase(), titulo, tipo: 'TEXT', ajuda: '', grupo: '', obrigatorio: false },
  ...{ coluna: false, filtravel: false, pessoal: false, opcoes: [] },
});

describe('flow diagram', () => {
  it('shows the properties of the flow at first, then of the selected element', async () => {
    const { user, picture, container } = await open();
    expect(screen.getByRole('region', { name: /^Fluxo: Devolução/ })).toBeInTheDocument();
    await user.click(picture.getByRole('button', { name: /^Caminho Enviar para análise/ }));
    expect(screen.getByRole('region', { name: 'Caminho: Enviar para análise' })).toBeInTheDocument();
    await user.click(picture.getByRole('button', { name: 'Coleta' }));
    expect(screen.getByRole('region', { name: 'Etapa: Coleta' })).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('lets a step ask for extra fields of tickets, demanded or not, in an order', async () => {
    server.use(
      http.get('/sac/consultas/cadastro-campos-adicionais', () =>
        HttpResponse.json({ entidade: 'ticket', titulo: '', campos: ['Laudo', 'Placa'].map(asked) }),
      ),
    );
    const { user, picture } = await open();
    await user.click(picture.getByRole('button', { name: 'Coleta' }));
    const fields = within(await screen.findByRole('region', { name: 'Campos pedidos para avançar' }));
    for (const name of ['Laudo', 'Placa']) {
      await user.click(await fields.findByRole('combobox', { name: 'Incluir campo' }));
      await user.click(await screen.findByRole('option', { name }));
    }
    await user.click(fields.getByRole('button', { name: 'Subir Placa' }));
    await user.click(fields.getAllByRole('switch', { name: 'Obrigatório nesta etapa' })[1] as HTMLElement);
    const asks = ({ etapas }: Flow) => etapas.find(({ chave }) => chave === 'COLETA')?.campos;
    const flow = await kept((one) => asks(one)?.[1]?.obrigatorio === undefined && asks(one)?.length === 2);
    expect(asks(flow)).toEqual([{ chave: 'placa', obrigatorio: true }, { chave: 'laudo' }]);
    expect(flowProblems(flow)).toEqual([]);
    await user.click(fields.getByRole('button', { name: 'Retirar Placa' }));
    await user.click(fields.getByRole('button', { name: 'Retirar Laudo' }));
    expect(asks(await kept((one) => asks(one) === undefined))).toBeUndefined();
  });

  it('inserts a new step into a transition, keeping the flow valid; its key follows its name', async () => {
    const { user, picture, tools } = await open();
    await user.click(picture.getByRole('button', { name: /^Caminho Enviar para análise/ }));
    await user.click(tools.getByRole('button', { name: 'Etapa' }));
    const name = within(await screen.findByRole('region', { name: 'Etapa: Nova etapa 1' })).getByLabelText(
      'Nome',
    );
    await user.clear(name);
    await user.type(name, 'Triagem');
    const flow = await kept(({ etapas }) => etapas.some(({ chave }) => chave === 'TRIAGEM'));
    expect(flow.transicoes.filter(({ de, para }) => de === 'TRIAGEM' || para === 'TRIAGEM')).toMatchObject([
      { de: 'ABERTURA', para: 'TRIAGEM', rotulo: 'Ir para Triagem' },
      { de: 'TRIAGEM', para: 'ANALISE_DEVOLUCAO', rotulo: 'Enviar para análise' },
    ]);
    expect(flowProblems(flow)).toEqual([]);
  });

  it('connects two steps with two clicks; a published key does not follow its name', async () => {
    const { user, picture, tools } = await open();
    await user.click(picture.getByRole('button', { name: 'Coleta' }));
    await user.click(tools.getByRole('button', { name: 'Ligar' }));
    await user.click(picture.getByRole('button', { name: 'Complemento do cliente' }));
    expect(
      await screen.findByRole('region', { name: 'Caminho: Ir para Complemento do cliente' }),
    ).toBeInTheDocument();
    await user.click(picture.getByRole('button', { name: 'Coleta' }));
    await user.type(screen.getByLabelText('Nome'), ' já');
    const flow = await kept(({ etapas }) => etapas.some(({ descricao }) => descricao === 'Coleta já'));
    expect(flow.etapas.find(({ descricao }) => descricao === 'Coleta já')?.chave).toBe('COLETA');
    expect(flow.transicoes).toContainEqual(
      expect.objectContaining({ de: 'COLETA', para: 'COMPLEMENTO_CLIENTE' }),
    );
  });

  it('works by keyboard: moves along steps and transitions, adds, connects, moves, removes', async () => {
    const { user, picture } = await open();
    picture.getByRole('button', { name: /^Abertura/ }).focus();
    await user.keyboard('{ArrowRight}');
    expect(picture.getByRole('button', { name: /^Caminho Enviar para análise/ })).toHaveFocus();
    await user.keyboard('{Enter}{Insert}');
    await waitFor(() => expect(picture.getByRole('button', { name: /^Nova etapa 1/ })).toHaveFocus());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await user.keyboard('l');
    await user.keyboard('{ArrowDown}{Enter}');
    const flow = await kept(
      ({ transicoes }) => transicoes.filter(({ de }) => de === 'NOVA_ETAPA_1').length === 2,
    );
    expect(flow.etapas.map(({ chave }) => chave).indexOf('NOVA_ETAPA_1')).toBe(2);
    await user.keyboard('{Delete}');
    await kept(({ transicoes }) => transicoes.filter(({ de }) => de === 'NOVA_ETAPA_1').length === 1);
    picture.getByRole('button', { name: /^Nova etapa 1/ }).focus();
    await user.keyboard('{Enter}{Delete}');
    const dialog = within(await screen.findByRole('dialog', { name: /Retirar a etapa/ }));
    expect(dialog.getByText(/Saem com ela 2 caminhos/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Retirar etapa' }));
    const left = await kept(({ etapas }) => etapas.length === published.etapas.length);
    expect(left.transicoes.every(({ de, para }) => de !== 'NOVA_ETAPA_1' && para !== 'NOVA_ETAPA_1')).toBe(
      true,
    );
  });
});
