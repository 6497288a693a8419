import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DefinitionDetail } from '#contract/config/definitions.ts';
import { HttpResponse, http, refusal } from '../../dataProvider/server.ts';
import { renderApp, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ADMIN, asPerson, bodyOf, checked, DRAFT, detail, published, server } from './servedStudio.ts';

jest.setTimeout(180_000);

beforeEach(() => asPerson(ADMIN));

const open = async () => {
  const user = userEvent.setup();
  const app = renderApp('/configuracao/flows/DEVOLUCAO');
  const picture = await screen.findByRole('group', { name: 'Desenho do fluxo' });
  await user.click(await screen.findByRole('button', { name: 'Todas as partes' }));
  const parts = await screen.findByRole('list', { name: 'Etapas' });
  return { user, parts, picture, ...app };
};
const chooseStep = async (user: ReturnType<typeof userEvent.setup>, parts: HTMLElement) => {
  await user.click(within(parts).getByRole('button', { name: /^Coleta/ }));
  return within(await screen.findByRole('region', { name: 'Etapa: Coleta' }));
};

/** The same content, with its keys written in the opposite order. */
const reversed = <T,>(value: T): T =>
  Array.isArray(value)
    ? (value.map(reversed) as T)
    : value !== null && typeof value === 'object'
      ? (Object.fromEntries(
          Object.entries(value)
            .map(([key, inner]) => [key, reversed(inner)])
            .reverse(),
        ) as T)
      : value;

describe('studio editor', () => {
  it('saves a change as a draft, undoes and redoes it', async () => {
    const { user, parts, container } = await open();
    const step = await chooseStep(user, parts);
    // Entered at once, because slow typing would be undone in parts.
    fireEvent.change(step.getByLabelText('Nome'), { target: { value: 'Coleta na loja' } });
    expect(await screen.findByText(/Rascunho salvo às/)).toBeInTheDocument();
    await waitFor(async () => expect(JSON.stringify(await bodyOf(DRAFT))).toContain('"Coleta na loja"'));
    expect(screen.getByText('Publicado · com rascunho')).toBeInTheDocument();
    await expectNoAxeViolations(container);
    await user.keyboard('{Control>}z{/Control}');
    expect(await within(parts).findByRole('button', { name: 'Coleta' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Refazer' }));
    expect(await within(parts).findByRole('button', { name: 'Coleta na loja' })).toBeInTheDocument();
  });

  it('counts problems while typing, and moves to the field', async () => {
    const problem = {
      ponteiro: '/etapas/5/prazo_horas_uteis',
      mensagem: 'Informe um prazo de 1 a 2000.',
      gravidade: 'ERRO',
      linha: 60,
    };
    server.use(checked({ problemas: [problem] }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /1 erro/ }));
    expect(screen.getByText('Etapas › Coleta › prazo')).toBeInTheDocument();
    expect(screen.queryByText(/\/etapas/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Informe um prazo/ }));
    await waitFor(() => expect(screen.getByLabelText('Prazo')).toHaveFocus());
    expect(screen.getByLabelText('Prazo')).toHaveAccessibleDescription('Informe um prazo de 1 a 2000.');
  });

  it('restores an invalid text when its part is reopened, and does not publish over it', async () => {
    const { user, parts } = await open();
    let step = await chooseStep(user, parts);
    const saved = (await screen.findByLabelText('Prazo')).getAttribute('value') ?? '';
    await user.clear(step.getByLabelText('Prazo'));
    await user.type(step.getByLabelText('Prazo'), '1,5x');
    await user.click(within(parts).getAllByRole('button')[0] as HTMLElement);
    expect(screen.queryByDisplayValue('1,5x')).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: /1 erro/ })).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Publicar' }));
    await waitFor(() => expect(screen.getByLabelText('Prazo')).toHaveFocus());
    expect(screen.getByLabelText('Prazo')).toHaveValue('1,5x');
    expect(screen.getByLabelText('Prazo')).toBeInvalid();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await user.click(within(parts).getAllByRole('button')[0] as HTMLElement);
    step = await chooseStep(user, parts);
    expect(step.getByLabelText('Prazo')).toHaveValue('1,5x');
    await user.clear(step.getByLabelText('Prazo'));
    await user.type(step.getByLabelText('Prazo'), saved || '3');
    await waitFor(() => expect(screen.queryByRole('button', { name: /1 erro/ })).not.toBeInTheDocument());
  });

  it('shows who was faster, keeps the typed text, and overwrites on request', async () => {
    let turn = 0;
    server.use(
      http.put(DRAFT, async ({ request }) => {
        turn += 1;
        if (turn === 1)
          return refusal(409, 'Bruno Lima mudou esta definição.', {
            atual: { versao: 8, autor: 'Bruno Lima' },
          });
        const { versao } = (await request.json()) as { versao: number };
        return HttpResponse.json({
          data: detail({
            rascunho: published,
            rascunhoEm: new Date().toISOString(),
            temRascunho: true,
            versao: versao + 1,
          }),
        });
      }),
      http.get('/config/definicoes/flows/DEVOLUCAO', () =>
        HttpResponse.json({
          data: detail(
            turn === 0 ? {} : { rascunho: reversed({ ...published, descricao: 'De Bruno' }), versao: 8 },
          ),
        }),
      ),
      http.post('/config/definicoes/flows/verificar', async ({ request }) => {
        const { com } = (await request.json()) as { com?: string };
        const mudancas = com === 'RASCUNHO' ? [{ ponteiro: '/descricao', frase: 'De Bruno, e o meu' }] : [];
        return HttpResponse.json({ problemas: [], mudancas, conteudo: null });
      }),
    );
    const { user, parts } = await open();
    const step = await chooseStep(user, parts);
    await user.type(step.getByLabelText('Nome'), ' X');
    await user.click(await screen.findByRole('button', { name: 'Comparar e escolher' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('De Bruno, e o meu')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Ver no JSON' }));
    const diff = dialog.getByRole('group', { name: 'Diferença no JSON' });
    // Two fields differ, in whatever order each text writes its keys.
    expect([...diff.querySelectorAll('.added, .removed')]).toHaveLength(4);
    await user.click(dialog.getByRole('button', { name: 'Gravar o meu por cima' }));
    expect(await screen.findByText(/Rascunho salvo às/)).toBeInTheDocument();
    expect(await bodyOf(DRAFT)).toMatchObject({ versao: 8 });
    expect(within(parts).getByRole('button', { name: 'Coleta X' })).toBeInTheDocument();
  });

  it('publishes with a note after the differences were shown; errors prevent it', async () => {
    server.use(
      http.get('/config/definicoes/flows/DEVOLUCAO', () =>
        HttpResponse.json({
          data: detail({
            rascunho: { ...published, descricao: 'Outro nome' },
            rascunhoEm: new Date().toISOString(),
            temRascunho: true,
          }),
        }),
      ),
      checked({ mudancas: [{ ponteiro: '/descricao', frase: 'nome: de "A" para "Outro nome"' }] }),
      http.post('/config/definicoes/flows/DEVOLUCAO/publicar', () =>
        HttpResponse.json({ data: detail({ versaoPublicada: 4, versao: 6 }) }),
      ),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Publicar' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('nome: de "A" para "Outro nome"')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Nota'), 'Nome mais claro');
    await user.click(dialog.getByRole('button', { name: 'Publicar versão 4' }));
    expect(await screen.findByText('Versão 4 publicada. Já vale para todos.')).toBeInTheDocument();
    expect(await bodyOf('/config/definicoes/flows/DEVOLUCAO/publicar')).toEqual({
      versao: 5,
      nota: 'Nome mais claro',
    });
  });

  it('has nothing to publish right after a publication, until the next change', async () => {
    server.use(
      checked({ mudancas: [] }),
      http.post('/config/definicoes/flows/DEVOLUCAO/publicar', async () => {
        const { conteudo } = (await bodyOf(DRAFT)) as { conteudo: DefinitionDetail['publicado'] };
        return HttpResponse.json({ data: detail({ versaoPublicada: 4, versao: 6, publicado: conteudo }) });
      }),
    );
    const { user, parts } = await open();
    const step = await chooseStep(user, parts);
    fireEvent.change(step.getByLabelText('Nome'), { target: { value: 'Coleta na loja' } });
    await screen.findByText(/Rascunho salvo às/);
    await user.click(screen.getByRole('button', { name: 'Publicar' }));
    const publish = await screen.findByRole('button', { name: 'Publicar versão 4' });
    // Not before the draft is checked.
    await waitFor(() => expect(publish).toBeEnabled());
    await user.click(publish);
    await screen.findByText('Versão 4 publicada. Já vale para todos.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Publicar' })).toBeDisabled());
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(screen.getByRole('button', { name: 'Publicar' })).toBeEnabled();
  });

  it('requires confirmation of warnings, and stops at errors and for a second person', async () => {
    const problem = (gravidade: string) => ({ ponteiro: '/etapas', mensagem: 'Cuidado aqui.', gravidade });
    const draft = { rascunho: published, rascunhoEm: new Date().toISOString(), temRascunho: true };
    const show = (fields: Partial<DefinitionDetail>) =>
      server.use(
        http.get('/config/definicoes/flows/DEVOLUCAO', () =>
          HttpResponse.json({ data: detail({ ...draft, ...fields }) }),
        ),
      );
    show({});
    server.use(checked({ problemas: [problem('AVISO')] }));
    const first = await open();
    await first.user.click(screen.getByRole('button', { name: 'Publicar' }));
    const dialog = within(await screen.findByRole('dialog'));
    const accept = await dialog.findByRole('checkbox', { name: /Li os avisos/ });
    expect(dialog.getByRole('button', { name: 'Publicar versão 4' })).toBeDisabled();
    await first.user.click(accept);
    expect(dialog.getByRole('button', { name: 'Publicar versão 4' })).toBeEnabled();
    first.unmount();

    show({ exigeSegundaPessoa: true, rascunhoAutor: { id: 7, nome: 'Ana' } });
    server.use(checked({ problemas: [problem('ERRO')] }));
    const second = await open();
    await second.user.click(screen.getByRole('button', { name: 'Publicar' }));
    const other = within(await screen.findByRole('dialog'));
    expect(await other.findByText(/Corrija antes de publicar: 1 erro/)).toBeInTheDocument();
    expect(other.getByText(/Outra pessoa precisa publicar/)).toBeInTheDocument();
    expect(other.getByRole('button', { name: 'Publicar versão 4' })).toBeDisabled();
  });

  it('archives after showing what depends on it, and is then read-only', async () => {
    server.use(
      http.post('/config/definicoes/flows/DEVOLUCAO/arquivar', () =>
        HttpResponse.json({ data: detail({ estado: 'ARQUIVADO', versao: 6 }) }),
      ),
    );
    const { user, parts } = await open();
    await user.click(screen.getByRole('button', { name: 'Mais ações' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Arquivar' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Tipo de ticket: Devolução')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Arquivar' }));
    expect(await screen.findByText(/Arquivada: só leitura/)).toBeInTheDocument();
    const step = await chooseStep(user, parts);
    expect(step.getByLabelText('Nome')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Publicar' })).not.toBeInTheDocument();
  });

  it('moves a step by keyboard and walks through the flow with a sample ticket', async () => {
    const { user, parts } = await open();
    within(parts).getByRole('button', { name: 'Coleta' }).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(screen.getByText('Coleta agora é a 5ª de 10.')).toBeInTheDocument();
    const walk = within(screen.getByRole('region', { name: 'Percorrer com um ticket de exemplo' }));
    await user.click(walk.getByRole('button', { name: 'Enviar para análise' }));
    expect(walk.getByText(/Abertura › Análise da devolução/)).toBeInTheDocument();
    const picture = within(screen.getByRole('group', { name: 'Desenho do fluxo' }));
    expect(
      picture.getByRole('button', { name: 'Análise da devolução, o ticket está aqui' }),
    ).toBeInTheDocument();
    await user.click(picture.getByRole('button', { name: /^Divergência/ }));
    expect(await screen.findByRole('region', { name: /Etapa: Divergência/ })).toBeInTheDocument();
  });

  it('lists versions, compares two and rolls back to one', async () => {
    const version = (numero: number) => ({
      numero,
      origem: 'ESTUDIO',
      deVersao: null,
      autor: { id: 9, nome: 'Bruno Lima' },
      nota: `Nota ${numero}`,
      hash: `${numero}abcdef0123456789`,
      quando: new Date().toISOString(),
      mudancas: [{ ponteiro: '/descricao', frase: `Mudou ${numero}` }],
    });
    server.use(
      http.get('/config/definicoes/flows/DEVOLUCAO/versoes', () =>
        HttpResponse.json([version(3), version(2), version(1)]),
      ),
      http.get('/config/definicoes/flows/DEVOLUCAO/versoes/3', () =>
        HttpResponse.json({
          conteudo: { ...published, descricao: 'C' },
          outro: { ...published, descricao: 'A' },
          mudancas: [{ ponteiro: '/descricao', frase: 'nome: de "A" para "C"' }],
        }),
      ),
      http.get('/config/definicoes/flows/DEVOLUCAO/retorno', ({ request }) =>
        HttpResponse.json({
          mudancas:
            new URL(request.url).searchParams.get('numero') === '1'
              ? [{ ponteiro: '/descricao', frase: 'nome: de "C" para "A"' }]
              : [],
          problemas: [],
        }),
      ),
      http.post('/config/definicoes/flows/DEVOLUCAO/versoes/1/voltar', () =>
        HttpResponse.json({ data: detail({ versaoPublicada: 4, versao: 6 }) }),
      ),
    );
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Versões' }));
    const list = await screen.findByRole('list', { name: 'Versões' });
    expect(list).toHaveTextContent('Bruno Lima');
    expect(list).toHaveTextContent('3abcdef0');
    await user.click(screen.getByRole('checkbox', { name: 'Comparar a versão 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Comparar a versão 3' }));
    await user.click(screen.getByRole('button', { name: 'Comparar 1 e 3' }));
    const compared = within(await screen.findByRole('dialog', { name: 'Da versão 1 à versão 3' }));
    expect(await compared.findByText('nome: de "A" para "C"')).toBeInTheDocument();
    await user.click(compared.getByRole('button', { name: 'Ver no JSON' }));
    expect(compared.getByText(/"descricao": "A"/)).toBeInTheDocument();
    await user.click(compared.getByRole('button', { name: 'Fechar' }));
    const first = within(list).getByText('Versão 1').closest('li') as HTMLElement;
    await user.click(within(first).getByRole('button', { name: 'Voltar a esta versão' }));
    const asks = within(await screen.findByRole('dialog', { name: 'Voltar à versão 1?' }));
    expect(asks.getByText(/publicado de novo, como versão 4/)).toBeInTheDocument();
    expect(await asks.findByText('nome: de "C" para "A"')).toBeInTheDocument();
    await user.click(asks.getByRole('button', { name: 'Voltar a esta versão' }));
    expect(await screen.findByText('Versão 4 publicada com o conteúdo da 1.')).toBeInTheDocument();
  });

  it('shows the diagram with the properties of the selection below it on a phone', async () => {
    windowOf(360);
    const { user, picture } = await open();
    expect(screen.getByRole('region', { name: /^Fluxo:/ })).toBeInTheDocument();
    await user.click(within(picture).getByRole('button', { name: 'Coleta' }));
    const step = within(await screen.findByRole('region', { name: 'Etapa: Coleta' }));
    expect(step.getByLabelText('Setor')).toHaveValue('LOGISTICA');
  });
});
